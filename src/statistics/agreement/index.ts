export { areaUnderCurve } from './area-under-curve.ts'
export {
  brierScore,
  expectedCalibrationError,
  type ReliabilityBin,
  reliabilityBins,
  squaredError,
} from './calibration-error.ts'
export { cohenKappa, type KappaOptions } from './cohen-kappa.ts'
export { type ConfusionTable, confusionTable } from './confusion-table.ts'
export { type Estimate, estimate } from './estimate.ts'
export { estimateCalibrationError } from './estimate-calibration-error.ts'
export { estimateMean } from './estimate-mean.ts'
export { krippendorffAlpha } from './krippendorff-alpha.ts'
export { kendallCorrelation, spearmanCorrelation } from './rank-correlation.ts'
export { agreement, balancedAccuracy, trueNegativeRate, truePositiveRate } from './rates.ts'
export type { GradedRow, Labelled, NamedRow, RatedRow, ShareRow, YesNoRow } from './rows.ts'
export type { Statistic } from './statistic.ts'
