/** Written by research/train-embedded-judge.ts: fit again, never edit. */
import type { Weights } from '../regression.ts'

export const encoderWeights: Weights = {
  features: ['cosine', 'cosineSquared', 'questionLengthCoverage', 'type', 'typeLength', 'words'],
  means: [0.41199, 0.22012, 0.40913, 0.60235, 1.44851, 2.82894],
  deviations: [0.22447, 0.18673, 0.441, 0.3463, 0.93307, 0.58454],
  coefficients: {
    yes: [0.59439, 0.17548, 0.51755, 0.03603, 0.62627, -0.39657, 0.30048],
    unsure: [-0.84497, 0.67801, -0.59746, 0.27013, -0.51666, 0.4036, -0.51697],
    no: [0.25058, -0.85348, 0.0799, -0.30616, -0.1096, -0.00703, 0.21649],
  },
}

export const lexicalWeights: Weights = {
  features: [
    'coverage',
    'precision',
    'shared',
    'questionLengthCoverage',
    'type',
    'typeLength',
    'words',
    'confirmation',
  ],
  means: [0.26783, 0.11646, 1.022, 0.40913, 0.60235, 1.44851, 2.82894, 0.29696],
  deviations: [0.29757, 0.16043, 1.02847, 0.441, 0.3463, 0.93307, 0.58454, 0.45692],
  coefficients: {
    yes: [0.61694, -0.21667, -0.04161, 0.42306, 0.3636, 0.94228, -0.57174, 0.28207, -0.3338],
    unsure: [-0.89974, 0.18013, -0.02404, -0.03618, 0.18021, -0.63184, 0.40896, -0.47166, 0.29037],
    no: [0.2828, 0.03654, 0.06565, -0.38687, -0.54381, -0.31044, 0.16278, 0.18959, 0.04343],
  },
}
