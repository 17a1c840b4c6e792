import type { EvaluationRun } from '../../run/record.ts'
import type { MeasureDifference } from '../comparison/measure-differences.ts'

/** What a run must reach. */
export interface Gates {
  /**
   * Whose scores `failUnder`, `failOver` and `failIfWorse` are about: the judge's, or those that people would give,
   * from their labels of some answers. By people, a gate on a mean is decided by the interval: failed where all of it
   * is beyond the limit, passed where none is, else it cannot be told. Default 'judge'.
   */
  readonly by?: 'judge' | 'people'
  /** Scorer id to the lowest mean that passes; for scorers where higher is better. */
  readonly failUnder?: Readonly<Record<string, number>>
  /** Scorer id to the highest mean that passes; for scorers where lower is better. */
  readonly failOver?: Readonly<Record<string, number>>
  readonly failIfWorse?: {
    readonly baseline: EvaluationRun
    /**
     * How much worse the mean may be, 0 or more, in units of the score: for every scorer that both runs have, or
     * by scorer id, for those only. A larger loss has to be ruled out, else it cannot be told. Without it a twentieth
     * of each scorer's scale (of 1 where it is not known) is allowed, and it passes unless a larger loss is shown, or is
     * 80 % likely; a run that could stop when it was decided must not be shown to be worse at all.
     */
    readonly allowedLoss?: number | Readonly<Record<string, number>>
  }
  /** The largest share of answers that may have failed, by any one scorer: 0 to 1. */
  readonly maxFailed?: number
  /** The largest share of expectations that may be unmet, 0 to 1. Default 0 where items expect something. */
  readonly maxUnmet?: number
  /** The largest share of answers that any one scorer may have found not scorable: 0 to 1. */
  readonly maxNotScorable?: number
  /**
   * The smallest share of answers that each scorer must have scored, 0 to 1: below it, nothing can be told of the
   * run. A scorer that scored nothing is never enough. Default 0.5.
   */
  readonly minScored?: number
}

export type GateResult = 'passed' | 'failed' | 'cannot tell'

/** How one gate ended. */
export interface GateOutcome {
  /**
   * 'max unmet' is there wherever items expect something, 'nothing scored' and 'incomplete run' are there only where that is so, whatever gates were asked for; 'min
   * scored' also where it was asked for.
   */
  readonly gate:
    | 'fail under'
    | 'fail over'
    | 'fail if worse'
    | 'fail if rather'
    | 'max failed'
    | 'max unmet'
    | 'max not scorable'
    | 'min scored'
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
