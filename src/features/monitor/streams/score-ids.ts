import { z } from 'zod/v4'

/** Fewer scores in a row may be one visitor without an account. More would be too late: an alarm takes about 140. */
const shortest = 50
/** A run must be this many times as long as any of its kind in the reference, where scores of both kinds came in turns. */
const beyondRuns = 3

const perKind = z.strictObject({ with: z.int().min(0), without: z.int().min(0) })

export const scoreIdsState = z.strictObject({
  /** The scores in the reference, and the longest run of each kind that ended in it. */
  counts: perKind,
  longest: perKind,
  /** The latest scores of one kind. */
  run: z.strictObject({ kind: z.enum(['with', 'without']), length: z.int().min(0) }),
})

/**
 * Finds when scores begin or stop to have ids of users or threads. With ids, a user or thread is an observation, without
 * them each score is: the mean over users is not the mean over scores, although no answer has changed.
 */
export class ScoreIds {
  readonly #state: z.output<typeof scoreIdsState>

  constructor(
    state: z.output<typeof scoreIdsState> = {
      counts: { with: 0, without: 0 },
      longest: { with: 0, without: 0 },
      run: { kind: 'with', length: 0 },
    },
  ) {
    this.#state = structuredClone(state)
  }

  /** @param isLearning Whether the reference is being learned. */
  add(hasId: boolean, isLearning: boolean): void {
    const { counts, longest, run } = this.#state
    const kind = hasId ? 'with' : 'without'
    if (kind !== run.kind) {
      if (isLearning) longest[run.kind] = Math.max(longest[run.kind], run.length)
      this.#state.run = { kind, length: 0 }
    }
    this.#state.run.length += 1
    if (isLearning) counts[kind] += 1
  }

  /** The kind that scores have now, if it is another than that of the reference. */
  get changed(): 'with' | 'without' | undefined {
    const { counts, longest, run } = this.#state
    const other = run.kind === 'with' ? 'without' : 'with'
    const isRare = counts[run.kind] < counts[other]
    return isRare && run.length >= Math.max(shortest, beyondRuns * longest[run.kind]) ? run.kind : undefined
  }

  state(): z.output<typeof scoreIdsState> {
    return structuredClone(this.#state)
  }
}
