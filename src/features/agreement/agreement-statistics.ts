import { brierScore, expectedCalibrationError, reliabilityBins } from '../../statistics/calibration-error.ts'
import { cohenKappa } from '../../statistics/kappa.ts'
import { krippendorffAlpha } from '../../statistics/krippendorff-alpha.ts'
import { areaUnderCurve, kendallCorrelation, spearmanCorrelation } from '../../statistics/ranks.ts'
import {
  agreement,
  balancedAccuracy,
  confusionTable,
  trueNegativeRate,
  truePositiveRate,
} from '../../statistics/rates.ts'

/**
 * The figures of agreement, as functions of your own rows with a `label` and the judge's value. Each returns `{ value
 * }`, or `{ undefinedBecause }` if the rows have none.
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
