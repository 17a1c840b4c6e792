export { type PredictionPoweredDifference, predictionPoweredDifference } from './difference.ts'
export { type Candidate, type DrawnUnit, drawUniform } from './draw.ts'
export type { PeopleEstimate } from './estimate.ts'
export { predictionPoweredGroups } from './groups.ts'
export type { LabelledRun, PredictionPoweredOptions } from './labelled-run.ts'
export { type PredictionPoweredMean, predictionPoweredMean } from './mean.ts'
export {
  type LabelPlan,
  type LabelSpread,
  type PlanOptions,
  planLabels,
  spreadExpectedBy,
  spreadOfLabels,
} from './plan.ts'
export { drawByScore } from './score-strata.ts'
