import { z } from 'zod/v4'

/** Consecutive observations, for the chart of a stream. */
const pointState = z.strictObject({
  /** Times in milliseconds. */
  from: z.number(),
  to: z.number(),
  count: z.int().min(1),
  sum: z.number(),
})

const mostPoints = 160

export const historyState = z.strictObject({
  /** Observations in a full point. */
  size: z.int().min(1),
  points: z.array(pointState).max(mostPoints),
})

/** The course of a stream in at most 160 points, each with the same number of observations. */
export class History {
  readonly #state: z.output<typeof historyState>

  constructor(state: z.output<typeof historyState> = { size: 1, points: [] }) {
    this.#state = state
  }

  add(value: number, time: number): void {
    const last = this.points.at(-1)
    if (last !== undefined && last.count < this.#state.size) {
      Object.assign(last, { to: time, count: last.count + 1, sum: last.sum + value })
      return
    }
    if (this.points.length >= mostPoints) this.#halve()
    // Halving makes another array.
    this.#state.points.push({ from: time, to: time, count: 1, sum: value })
  }

  get points(): readonly z.output<typeof pointState>[] {
    return this.#state.points
  }

  state(): z.output<typeof historyState> {
    return structuredClone(this.#state)
  }

  #halve(): void {
    const { points } = this.#state
    this.#state.points = Array.from({ length: Math.ceil(points.length / 2) }, (_, index) => {
      const one = points[2 * index] as z.output<typeof pointState>
      const other = points[2 * index + 1]
      if (other === undefined) return one
      return { ...other, from: one.from, count: one.count + other.count, sum: one.sum + other.sum }
    })
    this.#state.size *= 2
  }
}
