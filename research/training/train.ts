import type { Weights } from '../../src/judge/embedded/regression.ts'
import { encoderFeatures, lexicalFeatures } from '../../src/judge/embedded/relevance/features.ts'
import type { Dataset, MeasuredExample } from './examples.ts'
import { fitRegression } from './fit.ts'

/** Chosen by cross-validation, see docs/embedded-judge.md. */
const penalty = 1
const datasetWeights: Readonly<Record<Dataset, number>> = { 'agent-style': 2, epqa: 1, clapnq: 1 }

export type Variant = 'encoder' | 'lexical'

/** Fits the weights of one of the two variants to examples. */
export function train(examples: readonly MeasuredExample[], variant: Variant): Weights {
  const rows = examples.map(({ features, label, dataset }) => ({
    features,
    label,
    weight: datasetWeights[dataset],
  }))
  return fitRegression(rows, variant === 'encoder' ? encoderFeatures : lexicalFeatures, penalty)
}
