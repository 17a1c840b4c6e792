export {
  agreement,
  areaUnderCurve,
  balancedAccuracy,
  brierScore,
  type ConfusionTable,
  cohenKappa,
  confusionTable,
  type Estimate,
  expectedCalibrationError,
  type GradedRow,
  type KappaOptions,
  kendallCorrelation,
  krippendorffAlpha,
  type Labelled,
  type NamedRow,
  type RatedRow,
  type ReliabilityBin,
  reliabilityBins,
  type ShareRow,
  type Statistic,
  spearmanCorrelation,
  trueNegativeRate,
  truePositiveRate,
  type YesNoRow,
} from '../statistics/agreement/index.ts'
export type { AgreementOptions } from './agreement-options.ts'
export type { Baseline } from './figures/baselines.ts'
export type { Disagreement } from './figures/disagreements.ts'
export type { FigureName, Figures } from './figures/figures.ts'
export type { RaterAgreement } from './figures/raters.ts'
export type { ReliabilityPoint } from './figures/reliability.ts'
export { type FitCalibrationOptions, fitCalibration } from './fit/fit-calibration.ts'
export type { LabelledGrade } from './fit/labelled-grade.ts'
export type { LabelOptions } from './labels/label-options.ts'
export type { ClassReading, GradeReading, Reading } from './labels/reading.ts'
export { measureAgreement } from './measure-agreement.ts'
export type { AgreementResult, Unscored } from './result.ts'
export type { Label, LabelledRow } from './rows/labelled-row.ts'
export { type LabelledData, type ReadLabelledOptions, readLabelledRows } from './rows/read-labelled.ts'
