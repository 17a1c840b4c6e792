import type { MeasureDifference } from '../comparison/measure-differences.ts'

/** Whether gates that cannot tell let a run pass. */
export type Inconclusive = 'pass' | 'fail'

/**
 * What a run must reach: what is limited, to its limit. The id of a scorer limits its mean: the lowest that passes, or
 * the highest where a lower score is better. `<id>.loss` is `loss` of one scorer.
 */
export interface Gates {
  readonly [what: string]: number | Inconclusive | undefined
  /** The largest share of answers that may have failed, by any one scorer: 0 to 1. */
  readonly failed?: number
  /** The largest share of answers that any one scorer may have found not scorable: 0 to 1. */
  readonly 'not-scorable'?: number
  /** The largest share of expectations that may be unmet, 0 to 1. Default 0 where items expect something. */
  readonly unmet?: number
  /**
   * The smallest share of answers that each scorer must have scored, 0 to 1: below it, nothing can be told of the
   * run. A scorer that scored nothing is never enough. Default 0.5.
   */
  readonly scored?: number
  /**
   * How much worse than a baseline the mean may be, 0 or more, in units of the score: a larger loss has to be ruled out,
   * else it cannot be told. Where only some scorers have a loss of their own, those alone are compared. Without any a
   * twentieth of each scorer's scale (of 1 where it is not known) is allowed, and it passes unless a larger loss is shown,
   * or is 80 % likely; a run that could stop when it was decided must not be shown to be worse at all.
   */
  readonly loss?: number
  /** What gates that cannot tell do to the exit code: 'pass' ends with 0, 'fail' with 3. Default 'fail'. */
  readonly inconclusive?: Inconclusive
}

export type GateResult = 'passed' | 'failed' | 'cannot tell'

/** How one gate ended. */
export interface GateOutcome {
  /**
   * 'unmet' is there wherever items expect something, 'nothing scored' and 'incomplete run' are there only where that is
   * so, whatever gates were asked for; 'scored' also where it was asked for.
   */
  readonly gate:
    | 'mean'
    | 'fail if worse'
    | 'failed'
    | 'unmet'
    | 'not scorable'
    | 'scored'
    | 'nothing scored'
    | 'incomplete run'
  /** Absent where the gate is about the run. */
  readonly scorerId?: string
  readonly result: GateResult
  /** What was found against what was asked, as one sentence. */
  readonly sentence: string
  /** What makes the scores of both runs incomparable, as another judge; absent where nothing does. */
  readonly measure?: readonly MeasureDifference[]
}
