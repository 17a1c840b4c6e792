import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { embeddedJudge } from '../../src/judge/embedded/embedded-judge.ts'
import type { JudgeModel } from '../../src/judge/to-judge.ts'
import * as scorers from '../../src/scorers/index.ts'
import { carefulJudge } from '../support/careful-judge.ts'
import { type AnyScorer, answerScorers, toolScorers } from '../support/every-scorer.ts'
import { fakeJudge, judgeByMaterial } from '../support/fake-judge.ts'
import { runs } from '../support/random-runs.ts'
import { expectInRange, someScale } from '../support/score-properties.ts'

const { 'trajectory accuracy (code)': _, ...judgedToolScorers } = toolScorers
const judgedScorers = { ...answerScorers, ...judgedToolScorers }

const question = 'Which towers are there? Say who built them.'
const sentences = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map(
  (number) => `Tower ${number} is so tall.`,
)
const someSentences = fc.subarray(sentences, { minLength: 1 })

const call = (toolName: string) => ({
  type: 'tool-invocation',
  toolInvocation: { toolCallId: toolName, toolName, args: {}, result: 'seen', state: 'result' },
})

/** With as many tool calls as there are sentences in the answer, the first of another tool. */
const runOf = (answer: readonly string[], truth: readonly string[]) => ({
  input: [{ role: 'user', content: question }],
  output: [
    {
      id: 'a',
      role: 'assistant',
      content: {
        format: 2,
        parts: [
          ...answer.map((_sentence, index) => call(index === 0 ? 'map' : 'weather')),
          { type: 'text', text: answer.join(' ') },
        ],
      },
    },
  ],
  groundTruth: truth.join(' '),
})

const judge = (draw: number) => carefulJudge(draw, { extracts: true })
const randomly = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, { numRuns: runs(20) })

describe.each(Object.entries(judgedScorers))('%s, over random verdicts', (_name, create) => {
  it('is in range, and multiplied by scale', async () => {
    let scored = 0
    await randomly(
      fc.asyncProperty(fc.nat(), someSentences, someSentences, someScale, async (draw, answer, truth, to) => {
        const run = runOf(answer, truth)
        const plain = await create(judge(draw), 1).run(run)
        const scaled = await create(judge(draw), to).run(run)
        expect(scaled.notScorable).toEqual(plain.notScorable)
        if (plain.score === undefined) return
        scored += 1
        expectInRange(plain.score, 1)
        expectInRange(scaled.score, to)
        expect(scaled.score).toBeCloseTo(plain.score * to, 9)
      }),
    )
    expect(scored).toBeGreaterThan(10)
  })
})

/** To these a turn or an answer is a unit as a whole, whose words in another order say something else. */
const ofWholes = ['multi-turn judge', 'goal', 'factuality']

describe.each(Object.entries(answerScorers).filter(([name]) => !ofWholes.includes(name)))(
  '%s, over random verdicts',
  (_name, create) => {
    it('is the same with the sentences of answer and ground truth in another order', async () => {
      const inOrders = someSentences.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      )
      await randomly(
        fc.asyncProperty(fc.nat(), inOrders, inOrders, async (draw, answers, truths) => {
          const [one, other] = await Promise.all(
            ([0, 1] as const).map((at) => create(judge(draw)).run(runOf(answers[at], truths[at]))),
          )
          expect(other?.notScorable).toEqual(one?.notScorable)
          if (one?.score !== undefined) expect(other?.score).toBeCloseTo(one.score, 9)
        }),
      )
    })
  },
)

/** A judge that nobody should ask. */
const silent = () => fakeJudge({ extract: () => Promise.reject(new Error('it was asked')) })
const run = { input: question, output: 'It was finished in 1889.', groundTruth: 'It was finished in 1889.' }

/** What a scorer makes of an empty answer that is not 0: context recall and relevance look at the context beside. */
const emptyAnswers: Readonly<Record<string, string | undefined>> = {
  faithfulness: 'the answer is empty',
  'context recall': undefined,
  'context relevance': undefined,
}

describe.each(Object.entries(answerScorers))('%s of an empty answer', (name, create) => {
  it.runIf(emptyAnswers[name] !== undefined || !(name in emptyAnswers))(
    'is 0, or has no score, without a call',
    async () => {
      for (const output of ['', ' \n ', [], { text: '' }, { role: 'assistant', content: '' }]) {
        const model = silent()
        const { score, reason, notScorable } = await create(model).run({ ...run, output })
        expect(notScorable?.reason).toBe(emptyAnswers[name])
        expect(score).toBe(name in emptyAnswers ? undefined : 0)
        if (score !== undefined) expect(reason).toMatch(/\bscore 0\b/i)
        expect(model.requests).toEqual([])
      }
    },
  )
})

/** Those that ask about a question, and what they call it. */
const questions: Readonly<Record<string, string>> = {
  'answer relevancy': 'question',
  summarization: 'source text',
  'context precision': 'question',
  'context relevance': 'question',
  'relevance rubric': 'question',
  'noise sensitivity': 'question',
  'prompt alignment': 'question',
  'tool call accuracy (judged)': 'question',
  'trajectory accuracy (judged)': 'question',
}

describe.each(Object.entries(judgedScorers))('%s without a question', (name, create) => {
  it.each(['', '   ', [], {}, undefined])('has no score without a call, or needs none: %j', async (input) => {
    const model = name in questions ? silent() : judgeByMaterial()
    const { score, notScorable } = await create(model).run({ ...run, input })
    expect(notScorable?.reason).toBe(name in questions ? `there is no ${questions[name]}` : undefined)
    expect(score).toEqual(name in questions ? undefined : expect.any(Number))
    for (const { state } of model.requests) expect(state).not.toHaveProperty('question')
  })
})

describe.each(['answer similarity', 'factuality', 'context recall'])('%s without a ground truth', (name) => {
  it.each([undefined, null, '', ' \n', []])('has no score, without a call: %j', async (groundTruth) => {
    const model = silent()
    const result = await answerScorers[name]?.(model).run({ ...run, groundTruth })
    expect(result?.notScorable?.reason).toBe('there is no ground truth')
    expect([result?.score, model.requests]).toEqual([undefined, []])
  })
})

const ofContext: Readonly<Record<string, (model: JudgeModel, options?: object) => AnyScorer>> = {
  faithfulness: (model, options) => scorers.createFaithfulnessScorer({ model, options }),
  'context recall': (model, options) => scorers.createContextRecallScorer({ model, options }),
  'context precision': (model, options) => scorers.createContextPrecisionScorer({ model, options }),
  'context relevance': (model, options) => scorers.createContextRelevanceScorerLLM({ model, options }),
  hallucination: (model, options) =>
    scorers.createHallucinationScorer({ model, ...(options && { options: { getContext: () => [' '] } }) }),
}

/** A run whose search returned this, or failed. */
const searched = (result?: unknown) => ({
  ...run,
  output: [
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 't', toolName: 'search', input: { query: run.output } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 't',
          toolName: 'search',
          output: result ? { type: 'json', value: result } : { type: 'error-text', value: 'no connection' },
        },
      ],
    },
    { role: 'assistant', content: run.output },
  ],
})

describe.each(Object.entries(ofContext))('%s without context', (_name, create) => {
  it('has no score, without a call', async () => {
    const model = silent()
    const { score, notScorable } = await create(model).run(run)
    expect(notScorable?.reason).toBe('there is no context')
    expect([score, model.requests]).toEqual([undefined, []])
  })

  it('has no score where the search failed, and says so', async () => {
    const model = silent()
    const { score, notScorable } = await create(model).run(searched())
    expect(notScorable?.reason).toBe('there is no context: search failed')
    expect([score, model.requests]).toEqual([undefined, []])
  })
})

describe.each([
  ['context recall', 0],
  ['faithfulness', 0],
  ['hallucination', 1],
])('%s where the search found nothing', (name, expected) => {
  it('is of claims that nothing supports, although the query says them', async () => {
    for (const result of [[], ['', ' '], { relevantContext: [], sources: [] }]) {
      const scored = await ofContext[name]?.(embeddedJudge()).run(searched(result))
      expect(scored?.score, scored?.notScorable?.reason).toBe(expected)
    }
  })
})

it('context recall is 0 where a function finds nothing, too', async () => {
  const scorer = ofContext['context recall']?.(embeddedJudge(), { contextExtractor: () => [' '] })
  expect((await scorer?.run(run))?.score).toBe(0)
})
