import '../shared/check-node.ts'

export type { Interval, ResamplingOptions } from '../statistics/resampling.ts'
export { commonItems } from './comparison/common-items.ts'
export { compareRuns } from './comparison/compare-runs.ts'
export { compareVariants, type VariantsComparison } from './comparison/compare-variants.ts'
export { type GroupedScores, summariseGroups } from './comparison/groups.ts'
export { InconsistentRunError, RunsNotComparableError } from './comparison/scores.ts'
export { summarise } from './comparison/summarise.ts'
export {
  type RepeatSummary,
  summariseRepeats,
} from './comparison/summarise-repeats.ts'
export type { ScoreComparison, ScoreSummary } from './comparison/types.ts'
export { totalCost } from './cost/cost.ts'
export type { EvaluationDataset } from './dataset/dataset.ts'
export {
  readDataset,
  readStoredDataset,
} from './dataset/read-dataset.ts'
export { DatasetError } from './dataset/row.ts'
export { evaluate } from './evaluate.ts'
export type { EvaluateOptions } from './evaluate-options.ts'
export { evaluateVariants, type Variants } from './evaluate-variants.ts'
export { storeExperiment } from './experiment/store-experiment.ts'
export { checkGates, overallResult } from './gates/check-gates.ts'
export { type Inconclusive, type RunOutcome, runOutcome } from './gates/run-outcome.ts'
export type { GateOutcome, Gates } from './gates/types.ts'
export {
  comparePairs,
  type PreferenceComparison,
} from './pairwise/compare-pairs.ts'
export type { Cost, EvaluationRun } from './record.ts'
export { rescore } from './rescore.ts'
export { readRun } from './run-file/read-run.ts'
export { RunFileError } from './run-file/run-file-error.ts'
export type { AnyScorer } from './scoring/scorers.ts'
export { agentGrid, grid } from './target/grid.ts'
export type { Target } from './target/target.ts'
