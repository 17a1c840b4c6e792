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
      0.297, 0.30252, 0.40184, 0.48816, -0.57307, -0.0014, -0.08732, -0.09989, -0.13403, -0.17148, -0.15691,
      0.21336,
    ],
    unsure: [
      -0.43757, -0.86383, -0.16105, -0.55465, 0.085, 0.06274, -0.37806, -0.1897, 0.02415, -0.06534, 0.10042,
      -0.3623,
    ],
    no: [
      0.14057, 0.56131, -0.24078, 0.06649, 0.48807, -0.06135, 0.46537, 0.2896, 0.10988, 0.23682, 0.05649,
      0.14894,
    ],
  },
}
