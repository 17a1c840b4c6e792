export type {
  PeopleComparison,
  PeopleOfGroup,
  PeoplePair,
  PeopleSummary,
} from '../../evaluation/comparison/people.ts'
export {
  brierScore,
  expectedCalibrationError,
  type ReliabilityBin,
  reliabilityBins,
} from '../../statistics/calibration-error.ts'
export type { ReadingFigure, ReadingsBesidePeople } from '../../statistics/compare-readings.ts'
export type { Estimate } from '../../statistics/estimate.ts'
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
export type { LabelRecord, LabelsLine } from '../labels/label-record.ts'
export { LabelsFileError } from '../labels/labels-file-error.ts'
export { compareVariantsByPeople } from '../labels/pairs-by-people.ts'
export { type LabelsFile, readLabels } from '../labels/read-labels.ts'
export type { AgreementOptions } from './agreement-options.ts'
export type { Baseline } from './figures/baselines.ts'
export type { Disagreement } from './figures/disagreements.ts'
export type { FigureName, Figures } from './figures/figures.ts'
export { type FitCalibrationOptions, fitCalibration } from './fit/fit-calibration.ts'
export type { LabelledGrade } from './fit/folds.ts'
export type { LabelOptions, Reading } from './labels/reading.ts'
export { measureAgreement } from './measure-agreement.ts'
export {
  measureRecordedAgreement,
  type RecordedAgreementOptions,
  rowsOfLabels,
} from './recorded/measure-recorded.ts'
export type { AgreementResult } from './result.ts'
export type { Label, LabelledRow } from './rows/labelled-row.ts'
export { type LabelledData, type ReadLabelledOptions, readLabelledRows } from './rows/read-labelled.ts'
export type { TrialOptions } from './try/options.ts'
export type { TrialPlan, TrialResult, TriedResult } from './try/result.ts'
export { planSettings, trySettings } from './try/try-settings.ts'
