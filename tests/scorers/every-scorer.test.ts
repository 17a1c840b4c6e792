import { describe, expect, it } from 'vitest'
import type { DecisionRequest, Questions } from '../../src/judge/contract.ts'
import { languageJudge } from '../../src/judge/language-model/language-judge.ts'
import { readMeasure } from '../../src/scorers/common/measure.ts'
import { answerScorers, context, order, scale, toolScorers } from '../support/every-scorer.ts'
import { type FakeJudge, judgeByMaterial } from '../support/fake-judge.ts'
import { openaiServer } from '../support/openai-server.ts'
import { injectedOrder } from '../support/run-over-http.ts'
import { failureOf } from '../support/score-properties.ts'
import { firstAnswers } from '../support/scripted-judge.ts'
import { untilTestEnds } from '../support/until-test-ends.ts'

const { 'trajectory accuracy (code)': _, ...judgedToolScorers } = toolScorers
const factories = { ...answerScorers, ...judgedToolScorers }

const question = 'When was the tower finished? It was built for a fair.'
const lines = ['It was finished in 1889.', 'Towers were popular then.', order, injectedOrder]
const answer = lines.join('\n\n')
const groundTruth = 'The tower was finished in 1889. It opened for a fair.'
const call = { toolCallId: 'c1', toolName: 'weather', args: { city: order }, result: order, state: 'result' }

const run = {
  input: {
    inputMessages: [{ role: 'user', content: question }],
    rememberedMessages: [{ role: 'user', content: order }],
    systemMessages: [{ role: 'system', content: order }],
  },
  output: [
    {
      id: 'a',
      role: 'assistant',
      content: {
        format: 2,
        parts: [
          { type: 'tool-invocation', toolInvocation: call },
          { type: 'text', text: answer },
        ],
      },
    },
  ],
  groundTruth,
}

/** A judge that answers all questions but one, by task, state and id; undefined leaves it out. */
function judgeWithout(left?: string, given?: string): FakeJudge {
  const honest = judgeByMaterial()
  return {
    ...honest,
    async decide<const Q extends Questions>(request: DecisionRequest<Q>) {
      const { answers, ...decision } = await honest.decide(request)
      const kept = Object.entries(answers).flatMap(([id, answer]) => {
        if (keyOf(request, id) !== left) return [[id, answer]]
        return given === undefined ? [] : [[id, { type: 'choice', choice: given }]]
      })
      return { ...decision, answers: Object.fromEntries(kept) }
    },
  }
}

const keyOf = ({ task, state }: DecisionRequest, id: string) => JSON.stringify([task.name, state, id])

/** What the run comes to where the judge gives the first answer of every list, of `scale`. */
const firsts: Readonly<Record<string, number>> = {
  ...{ 'answer relevancy': 10, faithfulness: 10, hallucination: 0, 'context recall': 10, summarization: 10 },
  ...{ 'context precision': 10, 'answer similarity': 10, factuality: 4, rubric: 10, 'multi-turn judge': 10 },
  ...{ goal: 10, bias: 10, toxicity: 0, 'prompt alignment': 10, 'instruction alignment': 10 },
  // Both pieces are of high relevance and used, and three things are missing.
  'context relevance': 7,
  // The judge calls the answer unrelated.
  'relevance rubric': 0,
  // No impact, a robustness of 1 of 10, one issue.
  'noise sensitivity': 0,
  // The call is right, and another was missing.
  'tool call accuracy (judged)': 5,
  'trajectory accuracy (judged)': 9.2,
}

/** To the judge, where it is not one. */
const calls: Readonly<Record<string, number>> = {
  summarization: 2,
  'context relevance': 2,
  'trajectory accuracy (judged)': 2,
}

const lowerIsBetter = ['bias', 'hallucination', 'toxicity']

describe.each(Object.entries(factories))('%s', (name, create) => {
  it('says its scale, and which way is better', () => {
    const measure = readMeasure(create(languageJudge('openai/gpt-5-mini')))
    expect(measure).toMatchObject({ scale, lowerIsBetter: lowerIsBetter.includes(name) })
  })

  it('has a score in range, and shows orders to the judge only as data', async () => {
    const server = untilTestEnds(await openaiServer(firstAnswers))
    const { score, preprocessPrompt, analyzePrompt } = await create(languageJudge(server.chat)).run(run)
    expect(score).toBeCloseTo(firsts[name] ?? Number.NaN, 12)
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThanOrEqual(scale)
    expect(server.requests).toHaveLength(calls[name] ?? 1)
    expect(JSON.stringify(server.requests.map(({ state }) => state))).toContain(order)
    for (const { system, user } of server.requests) {
      expect(`${preprocessPrompt}${analyzePrompt}`).toContain(system)
      const outside = user.replace(/<data-([0-9a-f]{16})>\n.*\n<\/data-\1>$/s, '')
      for (const text of [order, lines[0], context[0], groundTruth, question]) {
        expect(system).not.toContain(text)
        expect(outside).not.toContain(text)
      }
      // What is fixed in a call, whatever the number of ids; a summary is asked about in two ways at once.
      const limit = name === 'summarization' ? 2_700 : 2_000
      expect(system.length + outside.replace(/^Ids to answer: .*$/m, '').length).toBeLessThan(limit)
    }
  })

  it('ends in an error, never in a score, where the judge answers nothing', async () => {
    const server = untilTestEnds(
      await openaiServer((request) => {
        const reply = firstAnswers(request)
        return reply.text?.includes('"units"') ? reply : { text: '{}' }
      }),
    )
    const scorer = create(languageJudge(server.chat, { retryDelayInMs: 1 }))
    await expect(scorer.run(run)).rejects.toThrow(/Judge openai/)
  })

  it('ends in an error that names the question without an answer from its list, whichever it is', async () => {
    const whole = judgeWithout()
    await create(whole).run(run)
    const asked = whole.requests.flatMap((request) =>
      Object.entries(request.questions).map(([id, { type }]) => ({ id, type, key: keyOf(request, id) })),
    )
    expect(asked.length).toBeGreaterThan(0)
    for (const { id, type, key } of asked)
      for (const given of type === 'choice' ? [undefined, 'perhaps', ''] : [undefined]) {
        const failure = await failureOf(create(judgeWithout(key, given)).run(run))
        expect(failure).toMatchObject({ reason: 'unanswered', ids: [id] })
      }
  })
})
