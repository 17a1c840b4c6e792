/** Written by research/train-embedded-judge.ts: fit again, never edit. */
import type { Weights } from '../regression.ts'

export const encoderWeights: Weights = {
  features: [
    'coverage',
    'precision',
    'shared',
    'questionLengthCoverage',
    'type',
    'typeLength',
    'cosine',
    'lengthCosine',
    'questionLengthCosine',
    'coverageCosine',
  ],
  means: [0.26783, 0.11646, 1.022, 0.40913, 0.49061, 1.18573, 0.44469, 1.06826, 0.71961, 0.14584],
  deviations: [0.29757, 0.16043, 1.02847, 0.441, 0.37123, 0.95542, 0.18479, 0.53628, 0.36505, 0.18078],
  coefficients: {
    yes: [
      0.64468, -0.83012, -0.02023, 0.42657, 0.64793, 1.16893, -0.77364, 0.02579, 0.49177, -0.38398, 0.27543,
    ],
    unsure: [
      -0.90368, 0.13635, -0.27282, -0.33304, 0.58165, -0.89155, 0.56159, 1.59597, -1.20234, -0.10995,
      -0.14853,
    ],
    no: [
      0.25901, 0.69377, 0.29305, -0.09354, -1.22958, -0.27738, 0.21205, -1.62176, 0.71058, 0.49393, -0.1269,
    ],
  },
}

export const lexicalWeights: Weights = {
  features: ['coverage', 'precision', 'shared', 'questionLengthCoverage', 'type', 'typeLength'],
  means: [0.26783, 0.11646, 1.022, 0.40913, 0.49061, 1.18573],
  deviations: [0.29757, 0.16043, 1.02847, 0.441, 0.37123, 0.95542],
  coefficients: {
    yes: [0.57493, -0.3137, -0.16001, 0.54021, 0.47658, 0.87627, -0.37029],
    unsure: [-0.80005, 0.18051, 0.10303, -0.2724, 0.2536, -0.05604, -0.36878],
    no: [0.22512, 0.13318, 0.05698, -0.26782, -0.73018, -0.82023, 0.73907],
  },
}
