import type * as peer from '@mastra/evals/scorers/prebuilt'
import { extractToolResults } from '@mastra/evals/scorers/utils'
import { describe, expectTypeOf, it } from 'vitest'
import * as verdict from '../src/index.ts'

/** What a scorer of theirs takes must be taken by ours. Checked by `tsc`; at run time nothing must throw. */
type Theirs<Name extends keyof typeof peer> = (typeof peer)[Name] extends (config: infer Config) => unknown
  ? NonNullable<Config extends { options?: infer Options } ? Options : never>
  : never
type Ours<Name extends keyof typeof verdict> = (typeof verdict)[Name] extends (
  config: infer Config,
) => unknown
  ? NonNullable<Config extends { options?: infer Options } ? Options : never>
  : never

describe('the options of @mastra/evals', () => {
  it('are options of the scorers of the same name', () => {
    expectTypeOf<Theirs<'createHallucinationScorer'>>().toHaveProperty('getContext')
    expectTypeOf<Theirs<'createNoiseSensitivityScorerLLM'>>().toHaveProperty('baselineResponse')
    expectTypeOf<Theirs<'createAnswerRelevancyScorer'>>().toExtend<Ours<'createAnswerRelevancyScorer'>>()
    expectTypeOf<Theirs<'createAnswerSimilarityScorer'>>().toExtend<Ours<'createAnswerSimilarityScorer'>>()
    expectTypeOf<Theirs<'createBiasScorer'>>().toExtend<Ours<'createBiasScorer'>>()
    expectTypeOf<Theirs<'createContextPrecisionScorer'>>().toExtend<Ours<'createContextPrecisionScorer'>>()
    expectTypeOf<Theirs<'createContextRecallScorer'>>().toExtend<Ours<'createContextRecallScorer'>>()
    expectTypeOf<Theirs<'createContextRelevanceScorerLLM'>>().toExtend<
      Ours<'createContextRelevanceScorerLLM'>
    >()
    expectTypeOf<Theirs<'createFaithfulnessScorer'>>().toExtend<Ours<'createFaithfulnessScorer'>>()
    expectTypeOf<Theirs<'createHallucinationScorer'>>().toExtend<Ours<'createHallucinationScorer'>>()
    expectTypeOf<Theirs<'createNoiseSensitivityScorerLLM'>>().toExtend<
      Ours<'createNoiseSensitivityScorerLLM'>
    >()
    expectTypeOf<Theirs<'createPromptAlignmentScorerLLM'>>().toExtend<
      Ours<'createPromptAlignmentScorerLLM'>
    >()
    expectTypeOf<Theirs<'createSummarizationScorer'>>().toExtend<Ours<'createSummarizationScorer'>>()
    expectTypeOf<Theirs<'createToxicityScorer'>>().toExtend<Ours<'createToxicityScorer'>>()
  })

  it('with functions of the run compile as on the pages of the peer', () => {
    const model = verdict.embeddedJudge()
    verdict.createHallucinationScorer({
      model,
      options: {
        getContext: ({ run }) => extractToolResults(run.output).map(({ result }) => JSON.stringify(result)),
      },
    })
    verdict.createContextPrecisionScorer({
      model,
      options: {
        contextExtractor: (input, output) => [
          ...(input?.inputMessages ?? []).map(({ id }) => id),
          ...output.map(({ id }) => id),
        ],
      },
    })
  })
})
