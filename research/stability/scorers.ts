/** The scorers that the embedded judge can answer for. */

import { embeddedJudge } from '../../src/judge/embedded/embedded-judge.ts'
import { createAnswerRelevancyScorer } from '../../src/scorers/answer-relevancy.ts'
import { createFactualityScorer } from '../../src/scorers/factuality.ts'
import { createFaithfulnessScorer } from '../../src/scorers/faithfulness.ts'
import { equivalenceMaterial, type Material, relevanceMaterial, supportMaterial } from './material.ts'
import type { Score, Scored } from './measure.ts'

interface Result {
  readonly score?: number
  readonly analyzeStepResult?: unknown
}

function read({ score, analyzeStepResult }: Result): Scored {
  const { verdicts = [] } = (analyzeStepResult ?? {}) as { verdicts?: readonly { verdict: string }[] }
  return { score, verdicts: verdicts.map(({ verdict }) => verdict) }
}

const model = embeddedJudge()
const relevancy = createAnswerRelevancyScorer({ model })
const factuality = createFactualityScorer({ model })

export const measured: Readonly<
  Record<string, { readonly materials: () => Material[]; readonly score: Score }>
> = {
  'answer relevancy': {
    materials: relevanceMaterial,
    score: async ({ question, answer }) => read(await relevancy.run({ input: question, output: answer })),
  },
  faithfulness: {
    materials: supportMaterial,
    score: async ({ answer, context = [] }) =>
      read(await createFaithfulnessScorer({ model, options: { context } }).run({ output: answer })),
  },
  factuality: {
    materials: equivalenceMaterial,
    score: async ({ question, answer, groundTruth }) =>
      read(await factuality.run({ input: question, output: answer, groundTruth })),
  },
}
