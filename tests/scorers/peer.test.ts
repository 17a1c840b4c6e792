import type { MastraModelConfig } from '@mastra/core/llm'
import { createAnswerRelevancyScorer as createPeerScorer } from '@mastra/evals/scorers/prebuilt'
import { createAgentTestRun, createTestMessage } from '@mastra/evals/scorers/utils'
import { describe, expect, it } from 'vitest'
import { createAnswerRelevancyScorer } from '../../src/scorers/answer-relevancy.ts'
import { verdictJudge } from '../support/fake-judge.ts'
import { say, scripted } from '../support/scripted-agent.ts'

/** A model for the peer's three prompts, in their order: statements, verdicts, reason. */
function peerModel(statements: string[], results: { result: string; reason: string }[]) {
  const lines = [JSON.stringify({ statements }), JSON.stringify({ results }), 'fine']
  return scripted(lines.map((line) => say(line))) as MastraModelConfig
}

const run = createAgentTestRun({
  inputMessages: [createTestMessage({ content: 'How tall is it?', role: 'user', id: 'u' })],
  output: [
    createTestMessage({ content: 'It is 330 m tall. It is iron. It is nice.', role: 'assistant', id: 'a' }),
  ],
})
const statements = ['It is 330 m tall.', 'It is iron.', 'It is nice.']
const all = (result: string) => statements.map(() => ({ result, reason: '' }))

describe('beside @mastra/evals', () => {
  it.each([
    ['yes', 'unsure', 'no'],
    ['yes', 'yes', 'yes'],
    ['no', 'unsure', 'unsure'],
  ])('the same verdicts (%s, %s, %s) give the same score at its weight', async (...choices) => {
    const options = { uncertaintyWeight: 0.3, scale: 1 }
    const verdicts = choices.map((result) => ({ result, reason: '' }))
    const peer = await createPeerScorer({ model: peerModel(statements, verdicts), options }).run(run)
    const model = verdictJudge(choices.map((choice) => ({ choice })))
    const ours = await createAnswerRelevancyScorer({ model, options }).run(run)
    // The peer rounds to two decimals.
    expect(ours.score).toBeCloseTo(peer.score ?? Number.NaN, 2)
  })

  it('one verdict of three is 1 there and an error here', async () => {
    const peer = await createPeerScorer({
      model: peerModel(statements, [{ result: 'yes', reason: '' }]),
    }).run(run)
    expect(peer.score).toBe(1)
    const ours = createAnswerRelevancyScorer({ model: verdictJudge([{ choice: 'yes' }]) }).run(run)
    await expect(ours).rejects.toThrow(/s2, s3/)
  })

  it('“Yes.” is no there', async () => {
    const peer = await createPeerScorer({ model: peerModel(statements, all('Yes.')) }).run(run)
    expect(peer.score).toBe(0)
  })

  it('a scale without a weight is not a number there, and a score here', async () => {
    const options = { scale: 10 }
    const peer = createPeerScorer({ model: peerModel(statements, all('unsure')), options: options as never })
    const theirs = await peer.run(run).catch((error: unknown) => ({ score: error }))
    expect(Number.isFinite(theirs.score)).toBe(false)
    const model = verdictJudge(all('unsure').map(() => ({ choice: 'unsure' })))
    expect((await createAnswerRelevancyScorer({ model, options }).run(run)).score).toBe(5)
  })
})
