import type { MeasureDifference } from '../comparison/scorer-differences.ts'

export type Inconclusive = 'pass' | 'fail'

/**
 * The limits for a run, by name. The id of a scorer limits its mean: the lowest that passes, or the highest if lower is
 * better. `<id>.loss` is `loss` for one scorer.
 */
export interface Gates {
  readonly [what: string]: number | Inconclusive | undefined
  /** The largest share of answers on which any one scorer may have failed: 0 to 1. */
  readonly failed?: number
  /** The largest share of answers that any one scorer may have found not scorable: 0 to 1. */
  readonly 'not-scorable'?: number
  /** The largest share of expectations that may be unmet, 0 to 1. Default 0 if items have expectations. */
  readonly unmet?: number
  /**
   * The smallest share of answers that each scorer must have scored, 0 to 1: below it, the run is inconclusive. A
   * scorer that scored nothing is never enough. Default 0.5.
   */
  readonly scored?: number
  /**
   * The loss of the mean allowed against a baseline, 0 or more, in units of the score: the gate is inconclusive unless
   * a larger loss is shown or ruled out. If only some scorers have a loss of their own, only those are compared.
   * Without any, a twentieth of each scorer's scale (of 1 if it is unknown) is allowed, and the gate passes unless a
   * larger loss is shown, or is 80 % likely; a run that could stop once decided must not be shown to be worse at all.
   */
  readonly loss?: number
  /** The effect of inconclusive gates on the exit code: 'pass' ends with 0, 'fail' with 3. Default 'fail'. */
  readonly inconclusive?: Inconclusive
}

export type GateResult = 'passed' | 'failed' | 'cannot tell'

export interface GateOutcome {
  /**
   * 'unmet' is present whenever items have expectations. 'nothing scored' and 'incomplete run' are present only when
   * they apply, whatever gates were set; so is 'scored', unless it was set.
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
  /** Absent if the gate is about the whole run. */
  readonly scorerId?: string
  readonly result: GateResult
  /** Its finding in a few words, as a clause with the scorer's name: '2 of 4 expectations not met', 'Tone is worse'. */
  readonly title?: string
  /** The finding and the limit, in one sentence. */
  readonly sentence: string
  /** Differences that make the scores of both runs incomparable, such as another judge; absent for none. */
  readonly measure?: readonly MeasureDifference[]
}
