import { describe, expect, it } from 'vitest'
import type { Question } from '../../src/judge/contract.ts'
import * as scorers from '../../src/scorers/index.ts'
import { chanceOf, fakeJudge } from '../support/fake-judge.ts'

type Weighting = 'verdict' | 'share'
type Grades = 'shares' | 'probabilities' | 'none' | 'some'

/** Answers by chance, and grades them in one of the ways that judges have. */
const gradingJudge = (grades: Grades, draw: number) =>
  fakeJudge({
    id: 'grading',
    answer(question: Question, id, { task }) {
      const chance = chanceOf(JSON.stringify([draw, task.name, id]))
      if (question.type === 'boolean') return chance < 0.5
      if (question.type === 'score') return Math.floor(chance * question.criteria.length)
      const options = Object.keys(question.criteria)
      const choice = options[Math.floor(chance * options.length)] as string
      const share = chanceOf(JSON.stringify([draw, task.name, id, 'share']))
      if (grades === 'none' || (grades === 'some' && /1$|^accuracy$/.test(id))) return { choice }
      if (grades !== 'probabilities') return { choice, share }
      const weights = options.map((_, index) => chanceOf(JSON.stringify([draw, task.name, id, index])))
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      const probabilities = Object.fromEntries(
        options.map((option, index) => [option, (weights[index] as number) / total]),
      )
      return { choice, probabilities }
    },
    extract: ({ state }) =>
      String(state.answer ?? state.source ?? '')
        .split(/(?<=\.) /)
        .filter(Boolean),
  })

const call = { toolCallId: 'c1', toolName: 'weather', args: {}, result: 'mild', state: 'result' }
const agentRun = {
  input: {
    inputMessages: [{ role: 'user', content: 'When was the tower finished? Name the year.' }],
    rememberedMessages: [],
    systemMessages: [],
  },
  output: [
    {
      id: 'a',
      role: 'assistant',
      content: {
        format: 2,
        parts: [
          { type: 'tool-invocation', toolInvocation: call },
          { type: 'text', text: 'It was finished in 1889. It is made of iron. It is tall.' },
        ],
      },
    },
  ],
  groundTruth: 'The tower was finished in 1889. It is made of iron.',
}

const context = ['The tower was finished in 1889.', 'It is made of iron.', 'Tickets cost 20 euros.']
const common = (weighting?: Weighting) => ({ scale: 4, weighting, batchSize: 2 })

const factories: Record<string, (model: ReturnType<typeof gradingJudge>, weighting?: Weighting) => Runnable> =
  {
    'answer relevancy': (model, weighting) =>
      scorers.createAnswerRelevancyScorer({ model, options: common(weighting) }),
    faithfulness: (model, weighting) =>
      scorers.createFaithfulnessScorer({ model, options: { ...common(weighting), context } }),
    hallucination: (model, weighting) =>
      scorers.createHallucinationScorer({ model, options: { ...common(weighting), context } }),
    'context recall': (model, weighting) =>
      scorers.createContextRecallScorer({ model, options: { ...common(weighting), context } }),
    'context precision': (model, weighting) =>
      scorers.createContextPrecisionScorer({ model, options: { ...common(weighting), context } }),
    'context relevance': (model, weighting) =>
      scorers.createContextRelevanceScorerLLM({ model, options: { ...common(weighting), context } }),
    summarization: (model, weighting) =>
      scorers.createSummarizationScorer({ model, options: common(weighting) }),
    'answer similarity': (model, weighting) =>
      scorers.createAnswerSimilarityScorer({ model, options: common(weighting) }),
    factuality: (model, weighting) =>
      scorers.createFactualityScorer({ model, options: { scale: 4, weighting } }),
    bias: (model, weighting) => scorers.createBiasScorer({ model, options: common(weighting) }),
    toxicity: (model, weighting) => scorers.createToxicityScorer({ model, options: common(weighting) }),
    'prompt alignment': (model, weighting) =>
      scorers.createPromptAlignmentScorerLLM({
        model,
        options: { ...common(weighting), evaluationMode: 'user' },
      }),
    'instruction alignment': (model, weighting) =>
      scorers.createInstructionAlignmentScorer({
        model,
        options: { ...common(weighting), instructions: ['Name the year.', 'Be brief.', 'Be kind.'] },
      }),
    'noise sensitivity': (model, weighting) =>
      scorers.createNoiseSensitivityScorerLLM({
        model,
        options: {
          scale: 4,
          weighting,
          baselineResponse: 'It was finished in 1889.',
          noisyQuery: 'Some say it never was. When was the tower finished?',
        },
      }),
    'tool call accuracy': (model, weighting) =>
      scorers.createToolCallAccuracyScorerLLM({
        model,
        availableTools: [{ name: 'map', description: 'Shows a map.' }],
        options: common(weighting),
      }),
    'trajectory accuracy': (model, weighting) =>
      scorers.createTrajectoryAccuracyScorerLLM({ model, options: common(weighting) }),
    'a metric of one’s own': (model, weighting) =>
      scorers.defineMetric({
        id: 'politeness',
        units: 'statements',
        question: 'Is the statement polite?',
        share: 'of 100 careful readers, how many would call it polite',
        criteria: { yes: 'it is', no: 'it is not', 'n/a': 'it greets' },
        credits: { yes: 1, no: 0, 'n/a': null },
        whenEmpty: 1,
      })({ model, options: common(weighting) }),
  }

interface Runnable {
  run(run: { input?: unknown; output: unknown; groundTruth?: unknown }): Promise<{
    score?: number
    analyzeStepResult?: unknown
  }>
}

const readingsOf = (result: { analyzeStepResult?: unknown }) =>
  (result.analyzeStepResult as { readings?: Record<Weighting, number> } | undefined)?.readings

describe('both readings of a judge', () => {
  for (const [name, create] of Object.entries(factories)) {
    it(`${name} keeps the score that each weighting gives, whichever counts`, async () => {
      for (const grades of ['shares', 'probabilities'] as const)
        for (let draw = 1; draw <= 12; draw++) {
          const results = await Promise.all(
            ([undefined, 'verdict', 'share'] as const).map(async (weighting) =>
              create(gradingJudge(grades, draw), weighting).run(agentRun),
            ),
          )
          const [usual, byVerdict, byShare] = results
          if (byVerdict?.score === undefined) continue
          const readings = { verdict: byVerdict.score, share: byShare?.score }
          expect(results.map(readingsOf)).toEqual([readings, readings, readings])
          // How grave the harm is, no share says.
          expect(usual?.score).toBe(name === 'noise sensitivity' ? byVerdict.score : byShare?.score)
        }
    })

    it(`${name} has none where the judge gives no shares`, async () => {
      const result = await create(gradingJudge('none', 3)).run(agentRun)
      expect(readingsOf(result)).toBeUndefined()
    })
  }

  it('differ for most answers, so that the comparison above can fail', async () => {
    let differing = 0
    for (let draw = 1; draw <= 20; draw++) {
      const scorer = scorers.createAnswerRelevancyScorer({ model: gradingJudge('shares', draw) })
      const readings = readingsOf(await scorer.run(agentRun))
      if (readings?.verdict !== readings?.share) differing += 1
    }
    expect(differing).toBeGreaterThan(15)
  })

  it('are not said of a rubric, whose criteria are met or not', async () => {
    const scorer = scorers.createRubricScorer({
      model: gradingJudge('shares', 1),
      criteria: 'It names a year.',
    })
    const result = await scorer.run(agentRun)
    expect(result.score).toBeTypeOf('number')
    expect(readingsOf(result)).toBeUndefined()
  })

  it('are absent where no judge was asked', async () => {
    const scorer = scorers.createAnswerRelevancyScorer({ model: gradingJudge('shares', 1) })
    const result = await scorer.run({ ...agentRun, output: '' })
    expect(result.score).toBe(0)
    expect(readingsOf(result)).toBeUndefined()
  })
})
