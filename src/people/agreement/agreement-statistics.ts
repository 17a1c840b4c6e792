import { brierScore, expectedCalibrationError, reliabilityBins } from '../../statistics/calibration-error.ts'
import { cohenKappa, krippendorffAlpha } from '../../statistics/kappa.ts'
import { areaUnderCurve, kendallCorrelation, spearmanCorrelation } from '../../statistics/ranks.ts'
import {
  agreement,
  balancedAccuracy,
  confusionTable,
  trueNegativeRate,
  truePositiveRate,
} from '../../statistics/rates.ts'

/**
 * The figures of agreement as functions of rows of one's own, each with a `label` and what the judge gave. Each gives
 * `{ value }`, or `{ undefinedBecause }` where the rows have none.
 */
export const agreementStatistics = {
  agreement,
  areaUnderCurve,
  balancedAccuracy,
  brierScore,
  cohenKappa,
  confusionTable,
  expectedCalibrationError,
  kendallCorrelation,
  krippendorffAlpha,
  reliabilityBins,
  spearmanCorrelation,
  trueNegativeRate,
  truePositiveRate,
} as const
