import type { Cost, RunEnd, ScorerRecord } from '../../run/record.ts'
import type { Measures } from './figures/measure.ts'
import type { Reading } from './labels/reading.ts'
import type { Unscored } from './run/outcomes.ts'

/** How far a scorer agrees with people. Plain JSON. */
export interface AgreementResult extends Measures {
  readonly kind: 'agreement'
  /** The version of this format. */
  readonly version: 1
  readonly name: string
  /** The run whose scores these are; absent where the scorer scored the rows anew. */
  readonly run?: { readonly id: string; readonly name: string }
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
  readonly cost: Cost
  /** The time of the scorer, added up over rows, including those that are scored at once. */
  readonly durationInMs: number
  /** How the work ended. */
  readonly end: Omit<RunEnd, 'kind'>
  /** What to know before the figures are believed, in sentences. */
  readonly warnings: readonly string[]
}
