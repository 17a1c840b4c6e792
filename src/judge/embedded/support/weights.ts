/** Written by research/train-embedded-judge.ts: fit again, never edit. */
import type { Weights } from '../regression.ts'

export const supportWeights: Weights = {
  features: [
    'coverage',
    'ending',
    'numbersFound',
    'numbersMissing',
    'namesMissing',
    'otherNames',
    'negationAdded',
    'negationDropped',
    'opposite',
    'strictMissing',
    'inversion',
  ],
  means: [0.58996, 0.47126, 0.12364, 0.19429, 0.34647, 0.18071, 0.05571, 0.03125, 0.03125, 0.16576, 0.10917],
  deviations: [
    0.2961, 0.38761, 0.32917, 0.39566, 0.63057, 0.38477, 0.22935, 0.17399, 0.17399, 0.42634, 0.24331,
  ],
  coefficients: {
    yes: [
      0.29664, 0.28958, 0.41812, 0.4709, -0.5639, 0.0004, -0.08535, -0.10107, -0.17128, -0.16901, -0.15424,
      0.22221,
    ],
    unsure: [
      -0.4433, -0.86023, -0.16422, -0.56781, 0.08328, 0.06226, -0.37828, -0.18922, 0.04031, -0.06598, 0.09925,
      -0.36601,
    ],
    no: [
      0.14666, 0.57064, -0.2539, 0.09691, 0.48062, -0.06266, 0.46363, 0.29029, 0.13098, 0.23499, 0.05499,
      0.14381,
    ],
  },
}
