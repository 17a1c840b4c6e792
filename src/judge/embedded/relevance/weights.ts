/** Written by research/train-embedded-judge.ts: fit again, never edit. */
import type { Weights } from '../regression.ts'

export const encoderWeights: Weights = {
  features: ['cosine', 'cosineSquared', 'questionLengthCoverage', 'type', 'typeLength', 'words'],
  means: [0.41199, 0.22012, 0.40913, 0.59751, 1.43772, 2.82894],
  deviations: [0.22447, 0.18673, 0.441, 0.34118, 0.9244, 0.58454],
  coefficients: {
    yes: [0.5956, 0.17816, 0.51412, 0.03601, 0.61951, -0.3797, 0.28501],
    unsure: [-0.84559, 0.6784, -0.59541, 0.26861, -0.55783, 0.44847, -0.52135],
    no: [0.24999, -0.85656, 0.08129, -0.30462, -0.06168, -0.06877, 0.23633],
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
  means: [0.26783, 0.11646, 1.022, 0.40913, 0.59751, 1.43772, 2.82894, 0.29696],
  deviations: [0.29757, 0.16043, 1.02847, 0.441, 0.34118, 0.9244, 0.58454, 0.45692],
  coefficients: {
    yes: [0.62005, -0.23577, -0.03253, 0.42634, 0.37228, 0.9498, -0.5577, 0.26741, -0.34803],
    unsure: [-0.90352, 0.18918, -0.02598, -0.03927, 0.17647, -0.67721, 0.44732, -0.47482, 0.30234],
    no: [0.28347, 0.04659, 0.05851, -0.38707, -0.54875, -0.27258, 0.11038, 0.2074, 0.04569],
  },
}
