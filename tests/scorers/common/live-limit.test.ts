import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { createCompletenessScorer as createPeerScorer } from '@mastra/evals/scorers/prebuilt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { languageJudge } from '../../../src/judge/index.ts'
import {
  boundLiveScores,
  createAnswerRelevancyScorer,
  createCompletenessScorer,
} from '../../../src/scorers/index.ts'
import { eventually } from '../../support/eventually.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { scripted } from '../../support/scripted-agent.ts'
import { honestReply } from '../../support/scripted-judge.ts'
import { untilTestEnds } from '../../support/until-test-ends.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const live = (index: number) => ({
  input: 'How tall is it?',
  output: `It is ${index} m tall [yes].`,
  scoreSource: 'live' as const,
})

/** A scorer whose judge is silent until it is told to answer. */
async function silentScorer() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const server = await openaiServer(async (request) => {
    await answered
    return honestReply(request)
  })
  const scorer = createAnswerRelevancyScorer({ model: languageJudge(server.chat) })
  return { scorer, server, answer, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const outcomeOf = ({ score, notScorable }: { score?: number; notScorable?: { reason?: string } }) =>
  score ?? notScorable?.reason

describe('live scores that wait for a judge', () => {
  it.each([
    ['newest', [1, 1, 1, 'dropped', 'dropped']],
    ['oldest', ['dropped', 'dropped', 1, 1, 1]],
  ] as const)('are bounded, and the %s dropped, not scored', async (drop, expected) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const silent = untilTestEnds(await silentScorer())
    const scorer = boundLiveScores(silent.scorer, { atMost: 3, drop })
    const runs = [1, 2, 3, 4, 5].map((index) => scorer.run(live(index)))
    await eventually(() => expect(silent.server.requests.length).toBeGreaterThan(2))
    silent.answer()
    const outcomes = (await Promise.all(runs)).map(outcomeOf)
    expect(outcomes.map((outcome) => (typeof outcome === 'string' ? 'dropped' : outcome))).toEqual(expected)
    expect(outcomes.find((outcome) => typeof outcome === 'string')).toBe(
      'dropped: 3 live scores are already in progress',
    )
    expect(warn).toHaveBeenCalledTimes(1)
    // Once the judge is back, everything is scored again.
    expect(outcomeOf(await scorer.run(live(6)))).toBe(1)
  })

  it('are no more than 500 where nothing else is said', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const scorer = createCompletenessScorer()
    const runs = Array.from({ length: 510 }, (_, index) => scorer.run(live(index)))
    const outcomes = (await Promise.all(runs)).map(outcomeOf)
    expect(outcomes.filter((outcome) => typeof outcome === 'number')).toHaveLength(500)
  })

  it('do not bound runs that somebody waits for', async () => {
    const silent = untilTestEnds(await silentScorer())
    const scorer = boundLiveScores(silent.scorer, { atMost: 1 })
    const runs = [1, 2, 3, 4].map((index) => scorer.run({ ...live(index), scoreSource: 'experiment' }))
    silent.answer()
    expect((await Promise.all(runs)).map(outcomeOf)).toEqual([1, 1, 1, 1])
  })

  it('are counted, and said once a minute by the logger of Mastra', async () => {
    const silent = untilTestEnds(await silentScorer())
    const scorer = boundLiveScores(silent.scorer, { atMost: 2 })
    const model = scripted(Array.from({ length: 40 }, () => [{ type: 'text', text: 'It is 330 m tall.' }]))
    const agent = new Agent({
      id: 'a',
      name: 'a',
      instructions: 'x',
      model: model as MastraModelConfig,
      scorers: { relevancy: { scorer, sampling: { type: 'ratio', rate: 1 } } },
    })
    const mastra = new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false })
    const warn = vi.spyOn(mastra.getLogger(), 'warn')
    const said = () =>
      warn.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('dropped'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    for (let index = 0; index < 8; index += 1) await agent.generate('How tall is it?')
    await eventually(() => expect(said()).toHaveLength(1))
    expect(said()[0]).toMatch(/^answer-relevancy: 1 live score dropped/)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(said()).toHaveLength(2)
    expect(said()[1]).toMatch(/^answer-relevancy: 5 live scores dropped/)
    await vi.advanceTimersByTimeAsync(200_000)
    expect(said()).toHaveLength(2)
    silent.answer()
  })

  it.each([{ atMost: 0 }, { atMost: 1.5 }, { drop: 'all' }, { most: 3 }])('refuses %j', async (options) => {
    const silent = untilTestEnds(await silentScorer())
    expect(() => Reflect.apply(boundLiveScores, undefined, [silent.scorer, options])).toThrow(TypeError)
  })

  it('have a bound with scorers of Verdict only', () => {
    expect(() => boundLiveScores(createCompletenessScorer(), { atMost: 3 })).not.toThrow()
    expect(() => boundLiveScores(createPeerScorer(), { atMost: 3 })).toThrow(TypeError)
  })
})
