import { z } from 'zod/v4'

/** Fewer scores in a row may be by a process of before that has not ended yet. */
const shortest = 20
const latest = 100

export const scoreJudgeState = z.strictObject({
  /** The judge of the stream; absent until a score names one. */
  judge: z.string().optional(),
  /** Another judge, and how many scores in a row it gave last. */
  other: z.string().optional(),
  run: z.int().min(0),
  /** How many scores other judges gave, and their share of about the last hundred. */
  leftOut: z.int().min(0),
  share: z.number(),
})

/** Keeps the scores of one judge apart from those of the next, as their rows name it. */
export class ScoreJudge {
  readonly #state: z.output<typeof scoreJudgeState>

  constructor(state: z.output<typeof scoreJudgeState> = { run: 0, leftOut: 0, share: 0 }) {
    this.#state = { ...state }
  }

  /** Of a stream that starts again, because `judge` has taken over. */
  static of(judge: string): ScoreJudge {
    return new ScoreJudge({ judge, run: 0, leftOut: 0, share: 0 })
  }

  /** @returns Whether the score belongs to the stream. Scores without a judge do. */
  add(judge: string | undefined): boolean {
    const state = this.#state
    state.judge ??= judge
    const isOther = judge !== undefined && judge !== state.judge
    state.share += (Number(isOther) - state.share) / latest
    if (isOther) {
      state.run = judge === state.other ? state.run + 1 : 1
      state.other = judge
      state.leftOut += 1
    } else if (judge !== undefined) state.run = 0
    return !isOther
  }

  /** The judge that has taken over, and the one before. */
  get changed(): { readonly before: string; readonly after: string } | undefined {
    const { judge, other, run } = this.#state
    return judge !== undefined && other !== undefined && run >= shortest
      ? { before: judge, after: other }
      : undefined
  }

  get leftOut(): number {
    return this.#state.leftOut
  }

  /** The share of about the last hundred scores that other judges gave, and the latest of these judges. */
  get others(): { readonly share: number; readonly judge: string | undefined } {
    return { share: this.#state.share, judge: this.#state.other }
  }

  state(): z.output<typeof scoreJudgeState> {
    return { ...this.#state }
  }
}
