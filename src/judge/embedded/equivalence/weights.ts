/** Written by research/train-embedded-judge.ts: fit again, never edit. */
import type { Weights } from '../regression.ts'

export const equivalenceWeights: Weights = {
  features: ['coverage', 'phrase', 'numbersFound', 'numbersMissing', 'negated', 'givesUp'],
  means: [0.56368, 0.49, 0.09667, 0.11, 0.02, 0.05],
  deviations: [0.4664, 0.4999, 0.2955, 0.31289, 0.14, 0.21794],
  coefficients: {
    yes: [3.30348, 0.99588, 0.56723, -0.17391, -0.42462, -0.11764, -0.29504],
    unsure: [-6.15154, 0.00021, 0.0005, -0.0003, 0.00039, -0.0002, 0.00016],
    no: [2.84806, -0.99609, -0.56772, 0.1742, 0.42423, 0.11784, 0.29489],
  },
}
