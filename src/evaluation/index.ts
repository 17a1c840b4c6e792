export type { Interval, ResamplingOptions } from '../statistics/resampling.ts'
export { type CommonCounts, commonItems } from './comparison/common-items.ts'
export { type CompareOptions, compareRuns } from './comparison/compare-runs.ts'
export { compareVariants, type VariantsComparison } from './comparison/compare-variants.ts'
export { type GroupedScores, type SummariseGroupsOptions, summariseGroups } from './comparison/groups.ts'
export { InconsistentRunError, RunsNotComparableError } from './comparison/scores.ts'
export { summarise } from './comparison/summarise.ts'
export {
  type RepeatSummary,
  type SummariseRepeatsOptions,
  summariseRepeats,
} from './comparison/summarise-repeats.ts'
export type { ScoreComparison, ScoreSummary } from './comparison/types.ts'
export { totalCost } from './cost/cost.ts'
export type { EvaluationDataset } from './dataset/dataset.ts'
export {
  type ReadDatasetOptions,
  readDataset,
  readStoredDataset,
  type StoredDatasetOptions,
} from './dataset/read-dataset.ts'
export { DatasetError } from './dataset/row.ts'
export { evaluate } from './evaluate.ts'
export type { EvaluateOptions } from './evaluate-options.ts'
export { type EvaluateVariantsOptions, evaluateVariants, type Variants } from './evaluate-variants.ts'
export { type StoreExperimentOptions, storeExperiment } from './experiment/store-experiment.ts'
export { type CheckGatesOptions, checkGates, overallResult } from './gates/check-gates.ts'
export { type Inconclusive, type RunOutcome, runOutcome } from './gates/run-outcome.ts'
export type { GateOutcome, Gates } from './gates/types.ts'
export {
  type ComparePairsOptions,
  comparePairs,
  type PreferenceComparison,
} from './pairwise/compare-pairs.ts'
export type { Cost, EvaluationRun } from './record.ts'
export { type RescoreOptions, rescore } from './rescore.ts'
export { type ReadRunOptions, readRun } from './run-file/read-run.ts'
export { RunFileError } from './run-file/run-file-error.ts'
export type { AnyScorer } from './scoring/scorers.ts'
export { type AgentGridAxes, agentGrid, grid } from './target/grid.ts'
export type { Target } from './target/target.ts'
