/** Written by research/train-embedded-judge.ts: fit again, never edit. */
import type { Weights } from '../regression.ts'

export const equivalenceWeights: Weights = {
  features: ['coverage', 'phrase', 'numbersFound', 'numbersMissing', 'negated', 'givesUp'],
  means: [0.56202, 0.49, 0.09667, 0.11, 0.02, 0.05],
  deviations: [0.46752, 0.4999, 0.2955, 0.31289, 0.14, 0.21794],
  coefficients: {
    yes: [3.30424, 0.99889, 0.56671, -0.17409, -0.41267, -0.11763, -0.29507],
    unsure: [-6.15132, 0.00021, 0.0005, -0.0003, 0.00039, -0.0002, 0.00016],
    no: [2.84708, -0.9991, -0.56721, 0.17439, 0.41228, 0.11782, 0.29492],
  },
}
