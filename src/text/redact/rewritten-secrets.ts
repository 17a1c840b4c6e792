import type { Place } from './finders.ts'

/** A shorter one may be a word of its own. */
const shortest = 8
/** Nobody writes a longer one in another form. */
const longest = 200

const isTold = (char: string) => /[\p{L}\p{N}]/u.test(char)

const keepLettersAndDigits = (text: string) => Array.from(text.toLowerCase()).filter(isTold).join('')

/** Finds removed texts that appear elsewhere with other separators or in another case. */
export class RewrittenSecrets {
  readonly #replacements = new Map<string, string>()
  readonly #beginnings = new Set<string>()
  readonly #lengths = new Set<number>()

  /** @param replacement The text to put in its place. */
  add(found: string, replacement: string): void {
    const plain = keepLettersAndDigits(found)
    if (plain.length < shortest || plain.length > longest || this.#replacements.has(plain)) return
    this.#replacements.set(plain, replacement)
    this.#beginnings.add(plain.slice(0, shortest))
    this.#lengths.add(plain.length)
  }

  /** Finds removed texts and their replacements, from left to right, without overlaps. */
  *find(text: string): Generator<Place> {
    const places: number[] = []
    let plain = ''
    for (let at = 0; at < text.length; at += 1) {
      const char = (text[at] as string).toLowerCase()
      if (char.length !== 1 || !isTold(char)) continue
      plain += char
      places.push(at)
    }
    let written = 0
    for (let from = 0; from + shortest <= plain.length; from += 1) {
      const start = places[from] as number
      if (start < written || isInWord(text, start - 1)) continue
      if (!this.#beginnings.has(plain.slice(from, from + shortest))) continue
      const found = this.#longestAt(text, plain, places, from)
      if (found === undefined) continue
      yield [start, found.end, found.replacement]
      written = found.end
    }
  }

  #longestAt(text: string, plain: string, places: readonly number[], from: number) {
    let found: { readonly replacement: string; readonly end: number } | undefined
    for (const length of this.#lengths) {
      const replacement = this.#replacements.get(plain.slice(from, from + length))
      const last = places[from + length - 1]
      if (replacement === undefined || last === undefined || isInWord(text, last + 1)) continue
      if (last - (places[from] as number) > 3 * length) continue
      if (found === undefined || last + 1 > found.end) found = { replacement, end: last + 1 }
    }
    return found
  }
}

const isInWord = (text: string, at: number) => at >= 0 && at < text.length && isTold(text[at] as string)
