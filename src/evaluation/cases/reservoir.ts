import { randomBits, randomIndex } from '../../shared/random.ts'

/** A random sample of a stream, with equal chances, in the order of arrival (Vitter 1985, algorithm R). */
export class Reservoir<Entry> {
  readonly #size: number
  readonly #bits: ReturnType<typeof randomBits>
  readonly #kept: { readonly entry: Entry; readonly place: number }[] = []
  eligible = 0

  /** @param size 1 or more; Infinity keeps all. */
  constructor(size: number, seed: number) {
    this.#size = size
    this.#bits = randomBits(seed)
  }

  add(entry: Entry): void {
    const kept = { entry, place: this.eligible }
    this.eligible += 1
    if (this.#kept.length < this.#size) {
      this.#kept.push(kept)
      return
    }
    const index = randomIndex(this.#bits, this.eligible)
    if (index < this.#size) this.#kept[index] = kept
  }

  get drawn(): Entry[] {
    return this.#kept.toSorted((one, other) => one.place - other.place).map(({ entry }) => entry)
  }
}
