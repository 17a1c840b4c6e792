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
  means: [0.58996, 0.47126, 0.12364, 0.19429, 0.34647, 0.18071, 0.05435, 0.03125, 0.02582, 0.16576, 0.10917],
  deviations: [
    0.2961, 0.38761, 0.32917, 0.39566, 0.63057, 0.38477, 0.2267, 0.17399, 0.15858, 0.42634, 0.24331,
  ],
  coefficients: {
    yes: [
      0.29713, 0.30188, 0.39306, 0.49517, -0.58048, -0.01039, -0.09257, -0.15928, -0.13688, -0.25769,
      -0.12457, 0.21109,
    ],
    unsure: [
      -0.42365, -0.863, -0.16013, -0.54783, 0.08036, 0.0638, -0.37918, -0.17223, 0.02463, -0.04765, 0.09548,
      -0.3623,
    ],
    no: [
      0.12652, 0.56112, -0.23293, 0.05266, 0.50012, -0.0534, 0.47175, 0.33151, 0.11226, 0.30535, 0.02909,
      0.15121,
    ],
  },
}
