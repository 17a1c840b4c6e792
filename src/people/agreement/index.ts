export type { PeopleComparison, PeoplePair, PeopleSummary } from '../../evaluation/comparison/people.ts'
export {
  brierScore,
  expectedCalibrationError,
  type ReliabilityBin,
  reliabilityBins,
} from '../../statistics/calibration-error.ts'
export { cohenKappa, type KappaOptions, krippendorffAlpha } from '../../statistics/kappa.ts'
export * from '../../statistics/prediction-powered/index.ts'
export { areaUnderCurve, kendallCorrelation, spearmanCorrelation } from '../../statistics/ranks.ts'
export {
  agreement,
  balancedAccuracy,
  type ConfusionTable,
  confusionTable,
  trueNegativeRate,
  truePositiveRate,
} from '../../statistics/rates.ts'
export type {
  GradedRow,
  NamedRow,
  RatedRow,
  ShareRow,
  Statistic,
  YesNoRow,
} from '../../statistics/ratings.ts'
export { summariseByPeople } from '../labels/by-people.ts'
export { compareByPeople } from '../labels/compare-by-people.ts'
export { summariseGroupsByPeople } from '../labels/groups-by-people.ts'
export type { LabelsLine } from '../labels/label-record.ts'
export { LabelsFileError } from '../labels/labels-file-error.ts'
export { compareVariantsByPeople } from '../labels/pairs-by-people.ts'
export { type LabelsFile, readLabels } from '../labels/read-labels.ts'
export type { AgreementOptions } from './agreement-options.ts'
export type { Figures } from './figures/figures.ts'
export { type FitCalibrationOptions, fitCalibration } from './fit/fit-calibration.ts'
export { improveJudge, planImprovement } from './improve/improve-judge.ts'
export type { ImproveOptions } from './improve/options.ts'
export type { ImprovementPlan, ImprovementResult } from './improve/result.ts'
export type { Reading } from './labels/reading.ts'
export { measureAgreement } from './measure-agreement.ts'
export {
  measureRecordedAgreement,
  type RecordedAgreementOptions,
  rowsOfLabels,
} from './recorded/measure-recorded.ts'
export type { AgreementResult } from './result.ts'
export type { Label } from './rows/labelled-row.ts'
export { type LabelledData, type ReadLabelledOptions, readLabelledRows } from './rows/read-labelled.ts'
