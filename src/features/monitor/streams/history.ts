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
/** A time without scores is this many times as long as the usual point, so that fewer than half of all gaps are one. */
const longGap = 2

export const historyState = z.strictObject({
  /** Observations in a full point. */
  size: z.int().min(1),
  points: z.array(pointState).max(mostPoints),
})

/** The course of a stream in at most 160 points. They have as many observations each, or end at a time without scores. */
export class History {
  readonly #state: z.output<typeof historyState>

  constructor(state: z.output<typeof historyState> = { size: 1, points: [] }) {
    this.#state = state
  }

  add(value: number, time: number): void {
    const last = this.points.at(-1)
    if (last !== undefined && last.count < this.#state.size && !this.#isGap(last.to, time)) {
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

  #isGap(from: number, to: number): boolean {
    const { points } = this.#state
    const span = Math.max(to, points.at(-1)?.to ?? to) - (points[0]?.from ?? from)
    return to - from > (longGap * span) / points.length
  }

  /** Joins neighbours, except across a time without scores: of n points, at most three quarters remain. */
  #halve(): void {
    this.#state.size *= 2
    const joined: z.output<typeof pointState>[] = []
    for (const point of this.points) {
      const last = joined.at(-1)
      if (
        last === undefined ||
        last.count + point.count > this.#state.size ||
        this.#isGap(last.to, point.from)
      )
        joined.push({ ...point })
      else Object.assign(last, { to: point.to, count: last.count + point.count, sum: last.sum + point.sum })
    }
    this.#state.points = joined
  }
}
