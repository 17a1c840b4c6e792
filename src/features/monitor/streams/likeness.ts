import { z } from 'zod/v4'

const together = 10
/** So many scores are tested, then twice as many, and so on: tests of every further score would find any series independent. */
const fewest = 500
/** Sums of ten vary more than this in one of six independent series of 500, and in one of a hundred of 2,000. */
const mostByChance = 1.2

export const likenessState = z.strictObject({
  count: z.int().min(0),
  first: z.number(),
  /** The sum of the distances from the first score, and of their squares. */
  sum: z.number(),
  squares: z.number(),
  /** The sum of the last scores, fewer than ten, and the sum of the squares of earlier sums of ten. */
  part: z.number(),
  parts: z.number(),
})

/**
 * Tests whether the scores of an id are independent, as those of a service for many users are: then the variance of the
 * sum of ten successive ones is ten times that of one.
 */
export class Likeness {
  readonly #state: z.output<typeof likenessState>

  constructor(state?: z.output<typeof likenessState>) {
    this.#state = { ...(state ?? { count: 0, first: 0, sum: 0, squares: 0, part: 0, parts: 0 }) }
  }

  add(value: number): void {
    const state = this.#state
    // Once found independent, they stay so: a change of the mean makes scores alike, too.
    if (!Number.isFinite(value) || this.areIndependent) return
    if (state.count === 0) state.first = value
    const distance = value - state.first
    state.count += 1
    state.sum += distance
    state.squares += distance ** 2
    state.part += distance
    if (state.count % together > 0) return
    state.parts += state.part ** 2
    state.part = 0
  }

  /** False until it is known. */
  get areIndependent(): boolean {
    const { count, sum, squares, parts } = this.#state
    if (!Number.isInteger(Math.log2(count / fewest)) || count < fewest) return false
    const mean = sum / count
    const variance = squares / count - mean ** 2
    const ofParts = (parts * together) / count - (together * mean) ** 2
    return ofParts <= mostByChance * together * variance
  }

  state(): z.output<typeof likenessState> {
    return { ...this.#state }
  }
}
