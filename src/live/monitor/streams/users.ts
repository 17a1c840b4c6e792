import { z } from 'zod/v4'
import type { ScoreRow } from '../source/score-row.ts'

/** The largest part of all scores: an id with more is a service, or the same for everybody. */
const mostOfAll = 0.1
/** A burst may have so many at the beginning. */
const leastOfNobody = 200
const places = 30
/** So many scores are remembered, older ones less. */
const remembered = 10_000

export const usersState = z.strictObject({
  seen: z.number(),
  counts: z.array(z.tuple([z.string(), z.number()])),
})

/**
 * Whose score it is, so that a burst of one user is one observation: of the user (`resourceId`), else of the thread. An
 * id that more than a tenth of all scores have is nobody's, and their threads count. Frequent ids are counted in little
 * room (Misra and Gries, Finding repeated elements, 1982).
 */
export class Users {
  #seen: number
  #counts: Map<string, number>

  constructor({ seen, counts }: z.output<typeof usersState> = { seen: 0, counts: [] }) {
    this.#seen = seen
    this.#counts = new Map(counts)
  }

  /** One more score, and what it is part of; undefined where it stands alone. */
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

/** The same of rows that are all there. */
export function observersOf(rows: readonly ScoreRow[]): (row: ScoreRow) => string {
  const counts = Map.groupBy(rows, ({ resourceId }) => resourceId)
  return ({ id, resourceId, threadId }) => {
    const isUser =
      resourceId !== undefined &&
      (counts.get(resourceId)?.length ?? 0) <= Math.max(leastOfNobody, mostOfAll * rows.length)
    return isUser ? `user ${resourceId}` : (threadId ?? `score ${id}`)
  }
}
