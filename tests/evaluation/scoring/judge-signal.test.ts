import { expect, it } from 'vitest'
import { evaluate } from '../../../src/evaluation.ts'
import {
  cachedJudge,
  cascadeJudge,
  type Judge,
  languageJudge,
  limitedJudge,
  memoryCache,
  panelJudge,
} from '../../../src/judge/index.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/index.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { untilTestEnds } from '../../support/until-test-ends.ts'

const wrappings: Record<string, (judge: Judge) => Judge> = {
  'a judge of one’s own': (judge) => judge,
  'a panel': (judge) => panelJudge([judge, { ...judge, id: 'second' }, { ...judge, id: 'third' }]),
  'a cascade': (judge) => cascadeJudge([judge, { ...judge, id: 'second' }], { sure: 0.9 }),
  'a cache': (judge) => cachedJudge(judge, { store: memoryCache() }),
  'a limit': (judge) => limitedJudge(judge, { calls: 5, windowInMs: 60_000 }),
}

it.each(Object.keys(wrappings))(
  '%s is told when the time of an item is up, or the run stops',
  async (name) => {
    const signals: (AbortSignal | undefined)[] = []
    const hanging: Judge = {
      id: 'hanging',
      decide: ({ signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    }
    const run = (limits: { readonly timeoutInMs?: number; readonly signal?: AbortSignal }) =>
      evaluate({
        target: () => 'An answer.',
        data: [{ input: 'Why?' }],
        scorers: [createAnswerRelevancyScorer({ model: wrappings[name]?.(hanging) ?? hanging })],
        ...limits,
      })
    const { items } = await run({ timeoutInMs: 300 })
    expect(items[0]?.scores['answer-relevancy']).toMatchObject({ failure: { name: 'TimeoutError' } })
    expect(signals.map((signal) => signal?.aborted)).toEqual(signals.map(() => true))
    const controller = new AbortController()
    const stopped = signals.length
    const stopping = run({ signal: controller.signal })
    await expect.poll(() => signals.length).toBeGreaterThan(stopped)
    controller.abort()
    expect((await stopping).end?.status).toBe('cancelled')
    expect(signals.at(-1)?.aborted).toBe(true)
  },
)

it.each(['a judge of one’s own', 'a panel', 'a cache', 'a limit'])(
  '%s is paid for the calls that a time limit cut short',
  async (name) => {
    const server = untilTestEnds(await openaiServer(() => ({ connection: 'silence' })))
    const model = wrappings[name]?.(languageJudge(server.chat)) ?? server.chat
    const { items } = await evaluate({
      target: () => 'An answer.',
      data: [{ input: 'Why?' }],
      scorers: [createAnswerRelevancyScorer({ model })],
      timeoutInMs: 500,
    })
    const calls = server.requests.length
    expect(calls).toBeGreaterThan(0)
    expect(items[0]?.scores['answer-relevancy']).toMatchObject({ outcome: 'failed', cost: { calls } })
  },
)
