export type { Interval, ResamplingOptions } from '../statistics/resampling.ts'
export { type CompareOptions, compareRuns } from './comparison/compare-runs.ts'
export { InconsistentRunError, RunsNotComparableError } from './comparison/errors.ts'
export { summarise } from './comparison/summarise.ts'
export type { MovedItem, ScoreComparison, ScoreSummary } from './comparison/types.ts'
export type { Budget } from './cost/budget.ts'
export { addCosts } from './cost/cost.ts'
export type { Price, Prices } from './cost/prices.ts'
export { costOfItem, type RunCost, totalCost } from './cost/total-cost.ts'
export type { EvaluationDataset } from './dataset/dataset.ts'
export { DatasetError, type DatasetErrorDetails } from './dataset/dataset-error.ts'
export type { DatasetItem, EvaluationItem } from './dataset/item.ts'
export { type ReadDatasetOptions, readDataset } from './dataset/read-dataset.ts'
export { readStoredDataset, type StoredDatasetOptions } from './dataset/stored-dataset.ts'
export { evaluate } from './evaluate.ts'
export type { EvaluateOptions } from './evaluate-options.ts'
export {
  type ExperimentOptions,
  type StoredExperiment,
  type StoreExperimentOptions,
  storeExperiment,
} from './experiment/store-experiment.ts'
export { checkGates, overallResult } from './gates/check-gates.ts'
export type { GateOutcome, GateResult, Gates } from './gates/types.ts'
export type { OnProgress, ProgressEvent } from './progress.ts'
export type {
  Cost,
  EvaluationRun,
  FailureRecord,
  ItemRecord,
  RunEnd,
  RunHeader,
  ScoreRecord,
  ScorerRecord,
  TargetRecord,
  VerdictRecord,
} from './record.ts'
export { type ReadRunOptions, readRun } from './run-file/read-run.ts'
export { RunFileError, type RunFileErrorDetails, type RunFileErrorReason } from './run-file/run-file-error.ts'
export type { AnyScorer, ScorerEntry } from './scoring/scorers.ts'
export type { AgentTargetOptions } from './target/agent.ts'
export type { TargetFunction } from './target/plain.ts'
export type { Target, TargetOptions } from './target/target.ts'
