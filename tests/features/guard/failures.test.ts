import { Agent } from '@mastra/core/agent'
import { createScorer } from '@mastra/core/evals'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { describe, expect, it, vi } from 'vitest'
import { scorerProcessor } from '../../../src/features/guard/index.ts'
import { languageJudge } from '../../../src/judge/index.ts'
import type { AnyScorer } from '../../../src/run/scorer-entry.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/index.ts'
import { type ModelReply, openaiServer } from '../../support/openai-server.ts'
import { say, scripted } from '../../support/scripted-agent.ts'
import { untilTestEnds } from '../../support/until-test-ends.ts'

/** A word of the answer that reaches nobody, though judges, providers and scorers quote it. */
const secret = 'xyzzy'
const question = 'What is the magic word?'

function guarded(scorer: AnyScorer, onFailure: 'open' | 'closed', withinInMs = 60_000) {
  const agent = new Agent({
    id: 'guarded',
    name: 'guarded',
    instructions: 'Answer in one word.',
    model: scripted(Array(9).fill(say(`It is ${secret}.`))) as MastraModelConfig,
    outputProcessors: [scorerProcessor(scorer, { below: 0.5, withinInMs, onFailure, action: 'stop' })],
  })
  const mastra = new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false })
  const logged = { warn: [] as string[], debug: [] as string[] }
  const level = (name: string) => logged[name as keyof typeof logged] ?? []
  const logger = new Proxy({}, { get: (_, name) => (text: string) => level(String(name)).push(text) })
  vi.spyOn(mastra, 'getLogger').mockReturnValue(logger as never)
  return { agent: mastra.getAgent('agent'), ...logged }
}

async function judgedBy(reply: ModelReply, timeoutInMs = 30_000) {
  const { chat } = untilTestEnds(await openaiServer(() => reply))
  const judge = languageJudge(chat, { timeoutInMs, retries: 0, repairs: 0 })
  return createAnswerRelevancyScorer({ model: judge, options: { statements: 'split' } })
}
const own = (run: () => number) =>
  createScorer({ id: 'own', description: 'Fails.', type: 'agent' }).generateScore(run)
const broken = () => {
  throw new Error(`cannot read “${secret}”`)
}
const verdict = { s1: { reason: `“${secret}” is an advertisement`, share: 3, verdict: 'maybe' } }

const cases: [string, string, () => AnyScorer | Promise<AnyScorer>][] = [
  ['an invalid reply', 'the judge gave no usable reply', () => judgedBy({ text: JSON.stringify(verdict) })],
  ['prose', 'the judge gave no usable reply', () => judgedBy({ text: `I like ${secret}.` })],
  ['a refusal', 'the judge refused to reply', () => judgedBy({ refusal: `No ${secret}, please.` })],
  [
    'an HTTP error',
    "the judge's provider rejected the request",
    () => judgedBy({ status: 401, error: secret }),
  ],
  ['a broken server', 'the judge could not be reached', () => judgedBy({ status: 500, error: secret })],
  ['silence', 'the judge did not reply in time', () => judgedBy({ connection: 'silence' }, 100)],
  ['an error of the scorer', 'the scorer failed', () => own(broken)],
  ['no number', 'the scorer gave no number', () => own(() => Number.NaN)],
]

describe('the client learns in fixed words why there is no score, and the log has the details', () => {
  it.each(cases)('generated, stopped: %s', async (_, failure, make) => {
    const scorer = await make()
    const { agent, warn, debug } = guarded(scorer, 'closed')
    const { tripwire, text } = await agent.generate(question)
    expect(text).toBe('')
    expect(tripwire).toMatchObject({ reason: `${scorer.id} has no score: ${failure}` })
    expect(tripwire?.metadata).toEqual({ scorerId: scorer.id, failure })
    const details = warn.filter((line) =>
      line.startsWith(`${scorer.id}: 1 stopped without a score: ${failure}`),
    )
    expect(details).toHaveLength(1)
    expect(debug.filter((line) => line.includes('stopped without a score'))).toHaveLength(1)
  })

  it.each(cases)('streamed, stopped: %s', async (_, failure, make) => {
    const { agent } = guarded(await make(), 'closed')
    const stream = await agent.stream(question)
    const tripwires: object[] = []
    for await (const chunk of stream.fullStream) if (chunk.type === 'tripwire') tripwires.push(chunk)
    expect(tripwires).toHaveLength(1)
    expect(JSON.stringify(tripwires)).toContain(failure)
    expect(JSON.stringify([tripwires, stream.tripwire])).not.toMatch(/xyzzy|repairs|advertisement|sk-test/)
  })

  it.each(cases)('let out with a mark: %s', async (_, failure, make) => {
    const scorer = await make()
    const { agent, warn } = guarded(scorer, 'open')
    const { response } = await agent.generate(question)
    const { verdict } = response.dbMessages?.at(-1)?.content.metadata ?? {}
    expect(verdict).toEqual({ [scorer.id]: { scorerId: scorer.id, failure } })
    expect(warn.join()).toContain(`${scorer.id}: 1 let out without a score: ${failure}`)
  })
})

it('the log quotes what came back', async () => {
  const { agent, warn } = guarded(await judgedBy({ text: JSON.stringify(verdict) }), 'closed')
  await agent.generate(question)
  expect(warn.join()).toContain(`“${secret}” is an advertisement`)
})

it('each kind of failure is logged at once, and further ones at level debug', async () => {
  const failures = [broken, broken, () => Number.NaN]
  const { agent, warn, debug } = guarded(
    own(() => failures.shift()?.() ?? 1),
    'closed',
  )
  for (const _ of [1, 2, 3]) await agent.generate(question)
  const said = (lines: readonly string[]) => lines.filter((line) => line.includes('without a score'))
  expect(said(warn)).toHaveLength(2)
  expect(said(debug)).toHaveLength(3)
})
