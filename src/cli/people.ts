import type { GroupedScores } from '../evaluation/comparison/groups.ts'
import type { PeopleComparison, PeoplePair, PeopleSummary } from '../run/by-people.ts'
import type { EvaluationRun } from '../run/record.ts'

/** Estimates what people would score, from their labels of some answers. */
export interface People {
  summarise(run: EvaluationRun): PeopleSummary[]
  compare(baseline: EvaluationRun, run: EvaluationRun): PeopleComparison[]
  compareVariants(runs: readonly EvaluationRun[]): PeoplePair[]
  summariseGroups(
    run: EvaluationRun,
    grouped: GroupedScores,
    options: { readonly baseline?: EvaluationRun },
  ): GroupedScores
}
