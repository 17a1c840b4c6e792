import { z } from 'zod/v4'
import type { ScoreRow } from '../source/score-row.ts'

/** The largest share of all scores: an id with more is a service, or the same for everybody. */
const mostOfAll = 0.1
/** A burst at the beginning may have this many. */
const leastOfNobody = 200
const places = 30
/** The number of scores remembered; older ones count less. */
const remembered = 10_000

export const usersState = z.strictObject({
  seen: z.number(),
  counts: z.array(z.tuple([z.string(), z.number()])),
})

/**
 * Attributes scores to users, so that a burst of one user is one observation: by user (`resourceId`), otherwise by
 * thread. An id with more than a tenth of all scores is not a user, and its threads count instead. Counts of frequent
 * ids take constant memory (Misra and Gries, Finding repeated elements, 1982).
 */
export class Users {
  #seen: number
  #counts: Map<string, number>

  constructor({ seen, counts }: z.output<typeof usersState> = { seen: 0, counts: [] }) {
    this.#seen = seen
    this.#counts = new Map(counts)
  }

  /** Counts a score, and returns the user or thread that it belongs to; undefined if there is none. */
  add({ resourceId, threadId }: Pick<ScoreRow, 'resourceId' | 'threadId'>): string | undefined {
    if (resourceId === undefined) return threadId
    this.#seen += 1
    const before = this.#counts.get(resourceId)
    if (before !== undefined || this.#counts.size < places) this.#counts.set(resourceId, (before ?? 0) + 1)
    else this.#scale((count) => count - 1)
    if (this.#seen >= remembered) {
      this.#seen /= 2
      this.#scale((count) => count / 2)
    }
    const isNobody = (this.#counts.get(resourceId) ?? 0) > Math.max(leastOfNobody, mostOfAll * this.#seen)
    return isNobody ? threadId : `user ${resourceId}`
  }

  state(): z.output<typeof usersState> {
    return { seen: this.#seen, counts: [...this.#counts] }
  }

  #scale(of: (count: number) => number): void {
    const scaled = Array.from(this.#counts, ([id, count]) => [id, of(count)] as const)
    this.#counts = new Map(scaled.filter(([, count]) => count > 0))
  }
}

/** Does the same for rows that are all known. */
export function identifyObservers(rows: readonly ScoreRow[]): (row: ScoreRow) => string {
  const counts = Map.groupBy(rows, ({ resourceId }) => resourceId)
  return ({ id, resourceId, threadId }) => {
    const isUser =
      resourceId !== undefined &&
      (counts.get(resourceId)?.length ?? 0) <= Math.max(leastOfNobody, mostOfAll * rows.length)
    return isUser ? `user ${resourceId}` : (threadId ?? `score ${id}`)
  }
}
