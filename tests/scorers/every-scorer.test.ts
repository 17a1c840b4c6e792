import { describe, expect, it } from 'vitest'
import { languageJudge } from '../../src/judge/language-model/language-judge.ts'
import { measureOf } from '../../src/scorers/common/finish-scorer.ts'
import { answerScorers, context, order, scale, toolScorers } from '../support/every-scorer.ts'
import { openaiServer } from '../support/openai-server.ts'
import { firstAnswers } from '../support/scripted-judge.ts'

const { 'trajectory accuracy (code)': _, ...judgedToolScorers } = toolScorers
const factories = { ...answerScorers, ...judgedToolScorers }

const question = 'When was the tower finished? It was built for a fair.'
const lines = ['It was finished in 1889.', 'Towers were popular then.', order]
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

const lowerIsBetter = ['bias', 'hallucination', 'toxicity']

describe.each(Object.entries(factories))('%s', (name, create) => {
  it('says its scale, and which way is better', () => {
    const measure = measureOf(create(languageJudge('openai/gpt-5-mini')))
    expect(measure).toMatchObject({ scale, lowerIsBetter: lowerIsBetter.includes(name) })
  })

  it('has a score in range, and shows orders to the judge only as data', async () => {
    await using server = await openaiServer(firstAnswers)
    const { score } = await create(languageJudge(server.chat)).run(run)
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThanOrEqual(scale)
    expect(server.requests.length).toBeGreaterThan(0)
    for (const { system, user } of server.requests) {
      const outside = user.replace(/<data-([0-9a-f]{16})>\n.*\n<\/data-\1>$/s, '')
      for (const text of [order, lines[0], context[0], groundTruth, question]) {
        expect(system).not.toContain(text)
        expect(outside).not.toContain(text)
      }
      // What is fixed in a call, whatever the number of ids.
      expect(system.length + outside.replace(/^Ids to answer: .*$/m, '').length).toBeLessThan(2_000)
    }
  })

  it('ends in an error, never in a score, where the judge answers nothing', async () => {
    await using server = await openaiServer((request) => {
      const reply = firstAnswers(request)
      return reply.text?.includes('"units"') ? reply : { text: '{}' }
    })
    const scorer = create(languageJudge(server.chat, { retryDelayInMs: 1 }))
    await expect(scorer.run(run)).rejects.toThrow(/Judge openai/)
  })
})
