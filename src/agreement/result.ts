import type { Cost, RunEnd, ScorerRecord } from '../evaluation/record.ts'
import type { ConfusionTable } from '../statistics/rates.ts'
import type { Baseline } from './figures/baselines.ts'
import type { Disagreement } from './figures/disagreements.ts'
import type { Figures } from './figures/figures.ts'
import type { ReliabilityPoint } from './figures/measure.ts'
import type { RaterAgreement } from './figures/raters.ts'
import type { Reading } from './labels/reading.ts'

/** Rows that ended in the same way: why, how many, and the first of them. */
export interface Unscored {
  readonly reason: string
  readonly count: number
  readonly id: string
}

/** How far a scorer agrees with people. Plain JSON. */
export interface AgreementResult {
  readonly kind: 'agreement'
  /** Of this format. */
  readonly version: 1
  readonly name: string
  readonly scorer: ScorerRecord
  /** Ids of the judges that answered, as their evidence names them; empty for a scorer without one. */
  readonly judges: readonly string[]
  readonly data: {
    readonly name: string
    /** Whether each label is about one statement, or about a whole answer. */
    readonly unit: 'statement' | 'answer'
    readonly rows: number
    /** Groups of rows, each row without a group being one. */
    readonly groups: number
    /** Label to the number of rows that have it; of grades, their whole range. */
    readonly labels: Readonly<Record<string, number>>
  }
  /** How the labels were read. */
  readonly reading: Reading
  /** A score above this share of the scale counts as positive. */
  readonly threshold: number
  /** They add up to the rows of the data. Every figure is over the scored rows only. */
  readonly counts: {
    readonly scored: number
    readonly notScorable: number
    readonly failed: number
    /** Raters were divided: no label that most of them gave. These rows were not scored. */
    readonly undecided: number
    /** Not reached, because a signal or a budget stopped the work. */
    readonly notReached: number
  }
  /** Why rows were not scorable, the most frequent reason first. A judge that abstains is one of them. */
  readonly notScorable: readonly Unscored[]
  readonly failures: readonly Unscored[]
  readonly figures: Figures
  readonly baselines: readonly Baseline[]
  /** Labels as rows, verdicts as columns: by name where they are compared so, else by threshold. Absent for grades. */
  readonly confusion?: ConfusionTable
  /** Absent for grades, and where scores are no shares. */
  readonly reliability?: readonly ReliabilityPoint[]
  /** Absent where no row was rated by two people. */
  readonly raters?: RaterAgreement
  readonly disagreements: readonly Disagreement[]
  readonly cost: Cost
  /** Of the scorer, added up over rows: rows that are scored at once count each. */
  readonly durationInMs: number
  /** How the work ended. */
  readonly end: Omit<RunEnd, 'kind'>
  /** What to know before the figures are believed, in sentences. */
  readonly warnings: readonly string[]
}
