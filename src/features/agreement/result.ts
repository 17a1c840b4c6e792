import type { Cost, RunEnd, ScorerRecord } from '../../run/record.ts'
import type { Measures } from './figures/measure-figures.ts'
import type { Reading } from './labels/label-reading.ts'

/** A scorer's agreement with people. Plain JSON. */
export interface AgreementResult extends Measures {
  readonly kind: 'agreement'
  /** The version of this format. */
  readonly version: 1
  readonly name: string
  /** The run with these scores; absent if the scorer scored the rows anew. */
  readonly run?: { readonly id: string; readonly name: string }
  readonly scorer: ScorerRecord
  /** Ids of the judges in the evidence; empty for a scorer without a judge. */
  readonly judges: readonly string[]
  readonly data: {
    readonly name: string
    /** The subject of each label: one statement, or a whole answer. */
    readonly unit: 'statement' | 'answer'
    readonly rows: number
    /** Number of groups; a row without a group counts as one. */
    readonly groups: number
    /** Label to its number of rows; for grades, their whole range. */
    readonly labels: Readonly<Record<string, number>>
  }
  /** How the labels were read. */
  readonly reading: Reading
  /** A score above this share of the scale counts as positive. */
  readonly threshold: number
  /** The counts add up to the rows of the data. All figures cover the scored rows only. */
  readonly counts: {
    readonly scored: number
    readonly notScorable: number
    readonly failed: number
    /** Rows without a majority label. They were not scored. */
    readonly undecided: number
    /** Rows not reached, because a signal or a budget stopped the work. */
    readonly notReached: number
  }
  /**
   * Reasons why rows were not scorable, the most frequent first, with the number of rows and the first of them.
   * Abstaining judges are included.
   */
  readonly notScorable: readonly { readonly reason: string; readonly count: number; readonly id: string }[]
  /** The same for rows that failed. */
  readonly failures: AgreementResult['notScorable']
  readonly cost: Cost
  /** Total time of the scorer over rows, including rows scored concurrently. */
  readonly durationInMs: number
  /** How the work ended. */
  readonly end: Omit<RunEnd, 'kind'>
  /** Caveats of the figures, as sentences. */
  readonly warnings: readonly string[]
}
