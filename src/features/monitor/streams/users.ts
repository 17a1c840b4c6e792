import { z } from 'zod/v4'
import type { ScoreRow } from '../source/score-row.ts'
import { Likeness, likenessState } from './likeness.ts'

/** The largest share of all scores: an id with more may be a service, or the same for everybody. */
const mostOfAll = 0.1
/** A burst at the beginning may have this many. */
const leastOfBusy = 200
const places = 30
/** The scores of an observation of a busy id, where all are known. */
const mostTogether = 100
/** The number of scores remembered; older ones count less. */
const remembered = 10_000

export const usersState = z.strictObject({
  seen: z.number(),
  counts: z.array(z.tuple([z.string(), z.number()])),
  /** Id to scorer to the likeness of its scores; absent in earlier states. */
  likeness: z.record(z.string(), z.record(z.string(), likenessState)).optional(),
})

/** Whose scores form an observation. */
export interface Asker {
  /** A user or thread; absent if the score counts by itself. */
  readonly conversation?: string
  /** True if scores beyond the most of a conversation begin another one. */
  readonly isEndless?: boolean
}

/**
 * Attributes scores to users, so that a burst of one user is one observation: by user (`resourceId`), otherwise by
 * thread. An id with more than a tenth of all scores may be a service for many users: its threads count instead. Without
 * threads, each of its scores counts by itself if they are independent; if not, it is one of few users. Counts of
 * frequent ids take constant memory (Misra and Gries, Finding repeated elements, 1982).
 */
export class Users {
  #seen: number
  #counts: Map<string, number>
  readonly #likeness: Map<string, Map<string, Likeness>>

  constructor({ seen, counts, likeness = {} }: z.output<typeof usersState> = { seen: 0, counts: [] }) {
    this.#seen = seen
    this.#counts = new Map(counts)
    const read = (states: Readonly<Record<string, z.output<typeof likenessState>>>) =>
      new Map(Object.entries(states).map(([scorerId, state]) => [scorerId, new Likeness(state)]))
    this.#likeness = new Map(Object.entries(likeness).map(([id, states]) => [id, read(states)]))
  }

  /** Counts a score, and returns the user or thread that it belongs to. */
  add({ resourceId, threadId, scorerId, score }: UserRow): Asker {
    if (resourceId === undefined) return { conversation: threadId }
    this.#seen += 1
    const before = this.#counts.get(resourceId)
    if (before !== undefined || this.#counts.size < places) this.#counts.set(resourceId, (before ?? 0) + 1)
    else this.#scale((count) => count - 1)
    const likeness = this.#likenessOf(resourceId, scorerId)
    likeness.add(score)
    if (this.#seen >= remembered) {
      this.#seen /= 2
      this.#scale((count) => count / 2)
    }
    const isBusy = (this.#counts.get(resourceId) ?? 0) > Math.max(leastOfBusy, mostOfAll * this.#seen)
    return toAsker({ resourceId, threadId }, isBusy, likeness)
  }

  state(): z.output<typeof usersState> {
    const likeness = Array.from(this.#likeness, ([id, of]) => [
      id,
      Object.fromEntries(Array.from(of, ([scorerId, one]) => [scorerId, one.state()])),
    ])
    return { seen: this.#seen, counts: [...this.#counts], likeness: Object.fromEntries(likeness) }
  }

  #likenessOf(resourceId: string, scorerId: string): Likeness {
    if (!this.#counts.has(resourceId)) return new Likeness()
    const ofUser = this.#likeness.get(resourceId) ?? new Map<string, Likeness>()
    const likeness = ofUser.get(scorerId) ?? new Likeness()
    this.#likeness.set(resourceId, ofUser.set(scorerId, likeness))
    return likeness
  }

  #scale(of: (count: number) => number): void {
    const scaled = Array.from(this.#counts, ([id, count]) => [id, of(count)] as const)
    this.#counts = new Map(scaled.filter(([, count]) => count > 0))
    for (const id of this.#likeness.keys()) if (!this.#counts.has(id)) this.#likeness.delete(id)
  }
}

type UserRow = Pick<ScoreRow, 'resourceId' | 'threadId' | 'scorerId' | 'score'>

function toAsker(
  { resourceId, threadId }: Pick<ScoreRow, 'resourceId' | 'threadId'>,
  isBusy: boolean,
  { areIndependent }: Likeness,
): Asker {
  if (!isBusy) return { conversation: `user ${resourceId}` }
  if (threadId !== undefined) return { conversation: threadId }
  return areIndependent ? {} : { conversation: `user ${resourceId}`, isEndless: true }
}

/** Does the same for rows of one scorer that are all known, in their order. */
export function identifyObservers(rows: readonly ScoreRow[]): (row: ScoreRow) => string {
  const observers = new Map<string, string>()
  for (const [resourceId, own] of Map.groupBy(rows, ({ resourceId }) => resourceId)) {
    const isBusy = own.length > Math.max(leastOfBusy, mostOfAll * rows.length)
    const likeness = new Likeness()
    for (const { score } of own) likeness.add(score)
    for (const [at, { id, threadId }] of own.entries()) {
      const { conversation, isEndless } =
        resourceId === undefined
          ? { conversation: threadId }
          : toAsker({ resourceId, threadId }, isBusy, likeness)
      const part = isEndless ? ` ${Math.floor(at / mostTogether)}` : ''
      observers.set(id, conversation === undefined ? `score ${id}` : `${conversation}${part}`)
    }
  }
  return ({ id }) => observers.get(id) ?? `score ${id}`
}
