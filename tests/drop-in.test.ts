import { checks } from '@mastra/evals/checks'
import type * as peer from '@mastra/evals/scorers/prebuilt'
import * as peerValues from '@mastra/evals/scorers/prebuilt'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as verdict from '../src/index.ts'
import { choice, gradedJudge } from './support/graded-judge.ts'

/** What a scorer of theirs takes must be taken by ours. Checked by `tsc`; at run time nothing must throw. */
type Theirs<Name extends keyof typeof peer> = (typeof peer)[Name] extends (config: infer Config) => unknown
  ? NonNullable<Config extends { options?: infer Options } ? Options : never>
  : never
type Ours<Name extends keyof typeof verdict> = (typeof verdict)[Name] extends (
  config: infer Config,
) => unknown
  ? NonNullable<Config extends { options?: infer Options } ? Options : never>
  : never

/** What code that imports from the peer may name, and means the same here. */
type Named = [
  verdict.AnswerSimilarityOptions,
  verdict.BiasMetricOptions,
  verdict.ContextPrecisionMetricOptions,
  verdict.ContextRecallMetricOptions,
  verdict.ContextRelevanceOptions,
  verdict.FaithfulnessMetricOptions,
  verdict.GetContextFn,
  verdict.GetContextParams,
  verdict.GetContextRun,
  verdict.HallucinationMetricOptions,
  verdict.MultiTurnJudgeScorerOptions,
  verdict.NoiseSensitivityOptions,
  verdict.PromptAlignmentOptions,
  verdict.RubricCriterion,
  verdict.RubricInput,
  verdict.RubricScorerOptions,
  verdict.SummarizationMetricOptions,
  verdict.ToolCallAccuracyOptions,
  verdict.ToxicityMetricOptions,
  verdict.TrajectoryAccuracyLLMOptions,
  verdict.TrajectoryScoreWeights,
  verdict.TrajectoryScorerCodeOptions,
]

/** Prompts of theirs, which no scorer here sends, and checks, which stay in `@mastra/evals/checks`. */
const staying = [
  'ANSWER_RELEVANCY_AGENT_INSTRUCTIONS',
  'ANSWER_SIMILARITY_INSTRUCTIONS',
  'DEFAULT_OPTIONS',
  ...Object.keys(checks),
  'checks',
]

describe('the names of @mastra/evals', () => {
  it('are names here, but for its prompts and checks', () => {
    expect(Object.keys(peerValues).filter((name) => !(name in verdict))).toEqual(staying.sort())
    expectTypeOf<Named>().not.toBeAny()
    expectTypeOf<verdict.GetContextParams['run']['output']>().toExtend<
      peer.GetContextParams['run']['output']
    >()
  })

  it('have the defaults of answer similarity, and they are those of the scorer', async () => {
    const { ANSWER_SIMILARITY_DEFAULT_OPTIONS: theirs } = peerValues
    const ours = verdict.ANSWER_SIMILARITY_DEFAULT_OPTIONS
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort())
    const model = gradedJudge('graded', (question) =>
      choice('semantic' in (question.type === 'choice' ? question.criteria : {}) ? 'semantic' : 'extra'),
    )
    const run = {
      input: 'What is the capital of France?',
      output: 'It is Lyon.',
      groundTruth: 'It is Paris.',
    }
    const [plain, spelt] = await Promise.all(
      [{}, { ...ours }].map(async (options) => {
        const scorer = verdict.createAnswerSimilarityScorer({ model, options })
        const { score } = await scorer.run({
          input: { inputMessages: [{ role: 'user', content: run.input }] },
          output: [{ role: 'assistant', content: run.output }],
          groundTruth: run.groundTruth,
        } as never)
        return score
      }),
    )
    expect(plain).toBeCloseTo(0.9 - 0.05)
    expect(spelt).toBe(plain)
  })
})

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
        getContext: ({ run }) =>
          verdict.extractToolResults(run.output).map(({ result }) => JSON.stringify(result)),
      },
    })
    verdict.createContextPrecisionScorer({
      model: 'openai/gpt-5-mini',
      options: {
        contextExtractor: (input, output) => [
          ...(input?.inputMessages ?? []).map(({ id }) => id),
          ...output.map(({ id }) => id),
        ],
      },
    })
  })
})
