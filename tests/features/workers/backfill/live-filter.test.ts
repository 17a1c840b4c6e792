import { setTimeout as delay } from 'node:timers/promises'
import { createScorer, type MastraScorers, type ScoringFilter } from '@mastra/core/evals'
import { RequestContext } from '@mastra/core/request-context'
import { expect, it, vi } from 'vitest'
import { type TracedAnswer, tracedAnswers } from '../../../../src/evaluation/stored/traced-answers.ts'
import { backfill } from '../../../../src/features/workers/backfill/backfill.ts'
import { passesFilter } from '../../../../src/features/workers/backfill/live-filter.ts'
import { anyStore, testQueue } from '../../../support/queues.ts'
import { say, scripted, stage, thread } from '../../../support/scripted-agent.ts'

const is = (path: string, literal: string | number): ScoringFilter => ({
  op: 'eq',
  left: { path },
  right: { literal },
})
const enterprise = is('requestContext.plan', 'enterprise')

function scorerOf(id: string, onRun = () => {}) {
  return createScorer({ id, description: 'Looks.', type: 'agent' }).generateScore(() => {
    onRun()
    return 1
  })
}

/** An agent with these scorers, and a function that asks it and returns the traced answer. */
function asked(
  scorers: MastraScorers,
  lines = Array.from({ length: 20 }, () => say('It is 330 metres tall.')),
) {
  const staged = stage(scripted(lines), { traces: true, scorers })
  const ask = async (context: object, more: object = thread) => {
    const requestContext = new RequestContext(Object.entries(context))
    const { traceId } = await staged.agent.generate('How tall?', { ...more, requestContext })
    await staged.mastra.observability.getDefaultInstance()?.flush()
    const find = async () => {
      const all: TracedAnswer[] = []
      for await (const answer of tracedAnswers(staged.mastra, {})) all.push(answer)
      const found = all.find((answer) => answer.traceId === traceId)
      if (found === undefined) throw new Error('the trace is missing')
      return found
    }
    return vi.waitFor(find, { timeout: 20_000 })
  }
  return { ...staged, ask }
}

const filters: readonly ScoringFilter[] = [
  enterprise,
  { op: 'not', arg: enterprise },
  { op: 'notExists', path: 'requestContext.plan' },
  { op: 'notIn', value: { path: ['$', '{requestContext.plan}'].join('') }, set: ['free'] },
  { op: 'exists', path: 'requestContext.user.tags' },
  is('requestContext.user.tier', 2),
  is('requestContext.user.map.key', 'inner'),
  is('requestContext.user.a.b', 'dotted'),
  is('entity.id', 'guide'),
  is('entityType', 'AGENT'),
  is('source', 'LIVE'),
  is('threadId', thread.memory.thread),
  is('resourceId', thread.memory.resource),
  { op: 'notExists', path: 'projectId' },
]

it.each<object>([
  {},
  { plan: 'enterprise' },
  { plan: 'free', user: { tags: ['a'], tier: 2 } },
  { user: { map: new Map([['key', 'inner']]), 'a.b': 'dotted', none: null } },
])('a trace passes a filter just if Mastra scored it live: %j', async (context) => {
  const ran = new Set<string>()
  const { ask } = asked(
    Object.fromEntries(
      filters.map((filter, index) => {
        const scorer = scorerOf(`of-${index}`, () => ran.add(scorer.id))
        return [`of${index}`, { scorer, filter, sampling: { type: 'ratio', rate: 1 } }]
      }),
    ),
  )
  const answer = await ask(context)
  const expected = filters.flatMap((filter, index) => (passesFilter(filter, answer) ? [`of-${index}`] : []))
  await delay(100)
  await expect.poll(() => [...ran].sort()).toEqual(expected.sort())
})

it.each<[string, string, object]>([
  ['redacted', 'token', { token: 'abc' }],
  ['cut off', 'about', { about: 'x'.repeat(300_000) }],
  ['in an object of too many keys', 'many.k1', { many: Object.fromEntries(Array(999).entries()) }],
])('a trace cannot tell where the value is %s', async (_, path, context) => {
  const answer = await asked({}).ask(context)
  expect(
    passesFilter({ op: 'notIn', value: { path: `requestContext.${path}` }, set: ['x'] }, answer),
  ).toBeUndefined()
  expect(passesFilter(is(`requestContext.${path}`, 'x'), answer)).toBeUndefined()
  expect(passesFilter({ op: 'notExists', path: 'requestContext.plan' }, answer)).toBe(true)
})

it('nor where the context changed during the run', async () => {
  const { ask } = asked({})
  const answer = await ask({ plan: 'free' })
  const changed = { ...answer, requestContexts: [{ plan: 'free' }, { plan: 'enterprise' }] } as const
  expect(passesFilter(enterprise, answer)).toBe(false)
  expect(passesFilter(enterprise, changed)).toBeUndefined()
})

it('a backfill scores no answer that a filter leaves out, and counts those that a trace cannot tell', async () => {
  const scorer = scorerOf('later')
  const filter: ScoringFilter = {
    op: 'or',
    args: [enterprise, is('requestContext.token', 'vip'), is('resourceId', 'vip')],
  }
  const { mastra, ask } = asked({ later: { scorer, filter, sampling: { type: 'ratio', rate: 0 } } })
  for (const context of [{ plan: 'enterprise' }, { plan: 'free' }, {}, { token: 'vip' }]) await ask(context)
  const of = { mastra, queue: testQueue(anyStore()) }
  const counted = { answers: 4, put: new Map([['later', 1]]), filtered: 2, undecided: 1 }
  expect(await backfill({ ...of, only: ['later'], dryRun: true })).toMatchObject(counted)
  expect(await backfill({ ...of, only: ['later'], scorers: [scorer] })).toMatchObject(counted)
})

it('an agent whose scorers depend on the request context is asked with that of the answer', async () => {
  const scorer = scorerOf('later')
  const { mastra, agent, ask } = asked({})
  const attached = { later: { scorer, sampling: { type: 'ratio', rate: 0 } } } as const
  agent.listScorers = async ({ requestContext } = {}) => (requestContext?.get('optedOut') ? {} : attached)
  for (const context of [{ optedOut: true }, {}]) await ask(context)
  const counts = await backfill({ mastra, queue: testQueue(anyStore()), dryRun: true })
  expect(counts).toMatchObject({ put: new Map([['later', 1]]), withoutScorer: new Map([['guide', 1]]) })
})
