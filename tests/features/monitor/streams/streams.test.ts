import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from '@mastra/core/agent'
import { createScorer } from '@mastra/core/evals'
import { Mastra } from '@mastra/core/mastra'
import type { MastraCompositeStore } from '@mastra/core/storage'
import { metrics } from '@opentelemetry/api'
import { describe, expect, it, onTestFinished } from 'vitest'
import { evaluate } from '../../../../src/evaluation.ts'
import { monitor } from '../../../../src/features/monitor/index.ts'
import type { JobOutcome } from '../../../../src/features/workers/engine/jobs.ts'
import { jobId } from '../../../../src/features/workers/jobs/job-payload.ts'
import { embeddedJudge } from '../../../../src/judge/embedded/embedded-judge.ts'
import { createAnswerRelevancyScorer } from '../../../../src/scorers/answer-relevancy.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import { anyStore, testQueue } from '../../../support/queues.ts'
import { once } from '../look-once.ts'
import { libsqlStore, stores } from '../stores.ts'
import type { StoredScore } from '../write-scores.ts'

const begin = Date.UTC(2026, 0, 1)
const minute = 60_000
const scorer = createScorer({ id: 'quality', description: 'Of answers.' }).generateScore(() => 1)

function scores(count: number, share: number, more: Partial<StoredScore> = {}, from = 0): StoredScore[] {
  const random = seededRandom(from + 1)
  return Array.from({ length: count }, (_, index) => ({
    score: random() < share ? 1 : 0,
    time: begin + (from + index) * minute,
    ...more,
  }))
}

describe('streams', () => {
  it('take one conversation for one observation, and what is not on the scale for none', async () => {
    const { mastra, write } = await libsqlStore()
    await write(scores(300, 0.9).map((score, index) => ({ ...score, threadId: `thread-${index % 100}` })))
    await write([{ score: 7, time: begin }])
    const { status } = await once({ mastra, conversationIdleInMs: 200 * minute })
    expect(status.streams).toMatchObject([{ scores: 300, observations: 100, outOfRange: 1 }])
    expect(status.streams[0]?.words).toContain('Scores outside 0 to 1, not counted: 1.')
  })

  it('say how many scores are off the scale, and how many are not a number', async () => {
    const { mastra, write } = await libsqlStore()
    await write([
      ...scores(10, 1),
      ...['NaN', 7, 'none'].map((score) => ({ score: score as number, time: begin })),
    ])
    const { status } = await once({ mastra })
    expect(status.streams).toMatchObject([{ scores: 10, outOfRange: 3 }])
    expect(status.streams[0]?.words).toContain('Scores outside 0 to 1, not counted: 1. Give the scale')
    expect(status.streams[0]?.words).toContain('Scores that are not a number, not counted: 2.')
  })

  it('say where the mean is beyond the limit, within chance of it', async () => {
    const { mastra, write } = await libsqlStore()
    await write(scores(40, 1).map((one, index) => ({ ...one, score: index % 7 === 0 ? 0 : 1 })))
    const { status, events } = await once({ mastra, reference: { means: { quality: 0.9 } } })
    expect(events).toEqual([])
    expect(status.streams).toMatchObject([
      { state: 'calm', words: 'Beyond the limit, but within chance of it.' },
    ])
  })

  it('leave out scores that count by verdict for want of shares, and say so', async () => {
    const { mastra, write } = await libsqlStore()
    await write(scores(300, 0.9, { analyzed: { judge: { calls: 1 } } }))
    await write(scores(300, 0.2, { analyzed: { lostShares: 2, judge: { calls: 2 } } }, 300))
    const { status, events, warnings } = await once({ mastra })
    expect(events).toEqual([])
    expect(warnings).toEqual([
      expect.stringMatching(/^quality: about 9\d % of the latest scores are not counted and not watched/),
    ])
    expect(status.problems).toEqual(warnings)
    expect(status.streams).toMatchObject([{ scores: 300, observations: 300, state: 'calm' }])
    expect(status.streams[0]?.words).toContain(
      'Not counted, because the judge gave no usable share and they count by verdict: 300.',
    )
  })

  it('start again where another judge takes over, which is no loss of the agent', async () => {
    const { mastra, write } = await libsqlStore()
    const by = (judge: string) => ({ analyzed: { judge: { judge, calls: 1 } } })
    await write(scores(400, 0.95, by('openai/gpt-5-mini')))
    await write(scores(400, 0.4, by('openai/gpt-5'), 400))
    const { status, events, warnings } = await once({ mastra, reference: { first: 300 } })
    expect(events.filter(({ kind }) => kind === 'alarm')).toEqual([])
    expect(warnings).toEqual([
      'quality starts again, and a change in the agent would not show: the judge differs (openai/gpt-5-mini → openai/gpt-5)',
    ])
    expect(status.streams).toMatchObject([{ scores: 380, state: 'calm' }])
    expect(status.streams[0]?.all.mean).toBeLessThan(0.5)
  })

  it('leave out scores by other judges meanwhile, and say so', async () => {
    const { mastra, write } = await libsqlStore()
    const ofTwo = scores(400, 0.9).map((one, index) => {
      const judge = index % 3 === 2 ? 'openai/gpt-5' : 'openai/gpt-5-mini'
      return { ...one, score: index % 3 === 2 ? 0 : one.score, analyzed: { judge: { judge, calls: 1 } } }
    })
    await write(ofTwo)
    const { status, events, warnings } = await once({ mastra, reference: { first: 100 } })
    expect(events).toEqual([])
    expect(warnings).toEqual([
      expect.stringMatching(
        /^quality: about 3\d % of the latest scores are not counted and not watched, because another judge \(openai\/gpt-5\) gave them/,
      ),
    ])
    expect(status.streams[0]?.words).toContain('Not counted, because another judge gave them: 133.')
  })

  it('weigh answers by how seldom they are scored', async () => {
    const { mastra, write } = await libsqlStore({ scorers: [scorer], rates: { often: 1, seldom: 0.1 } })
    await write(scores(1000, 1, { agentId: 'often' }))
    await write(scores(100, 0, { agentId: 'seldom' }, 1000))
    const { status } = await once({ mastra, by: 'agent' })
    // 1,000 answers of 1 and, behind a hundred scores, as many of 0.
    expect(status.streams.map(({ label, all }) => [label, all.mean])).toEqual([
      ['quality', 0.5],
      ['quality, agent often', 1],
      ['quality, agent seldom', 0],
    ])
  })

  it('are one where the values of the field read the same', async () => {
    const { mastra, write } = await libsqlStore()
    for (const tier of ['caf\u00e9', ' cafe\u0301', ' ']) await write(scores(5, 1, { metadata: { tier } }))
    const { status } = await once({ mastra, by: 'metadata.tier' })
    expect(status.streams.map(({ label, scores: count }) => [label, count])).toEqual([
      ['quality', 15],
      ['quality, metadata.tier caf\u00e9', 10],
    ])
  })

  it('are as many as there may be, and the others are told of', async () => {
    const { mastra, write } = await libsqlStore()
    await write(scores(30, 1).map((score, index) => ({ ...score, metadata: { tier: `tier-${index % 6}` } })))
    const { status, warnings } = await once({ mastra, by: 'metadata.tier', mostStreams: 4 })
    expect(status.streams).toHaveLength(4)
    expect(status.without).toEqual({ 'metadata.tier': 15 })
    expect(warnings).toEqual([expect.stringContaining('further values of metadata.tier are not watched')])
  })

  it('are forgotten where there may be fewer than before, which counts no score', async () => {
    const { mastra, write } = await libsqlStore()
    await write(scores(30, 1).map((score, index) => ({ ...score, metadata: { tier: `tier-${index % 6}` } })))
    await once({ mastra, by: 'metadata.tier' })
    const { status, warnings } = await once({ mastra, by: 'metadata.tier', mostStreams: 4 })
    expect([status.streams.length, status.without]).toEqual([4, {}])
    expect(warnings).toEqual([expect.stringContaining('there were 7: the later ones are forgotten')])
  })

  it('begin anew with another judge, whose scores are no change of the agent', async () => {
    const judged = (encoder: boolean) =>
      createAnswerRelevancyScorer({ model: embeddedJudge({ encoder }), id: 'quality' })
    const { mastra, write } = await libsqlStore()
    await write(scores(300, 0.9))
    const before = await once({ mastra, scorers: [judged(true)] })
    expect([before.warnings, before.status.streams[0]?.scores]).toEqual([[], 300])
    await write(scores(300, 0.4, {}, 300))
    const { status, events, warnings } = await once({ mastra, scorers: [judged(false)] })
    expect(warnings).toEqual([
      expect.stringMatching(
        /^quality starts again, and a change in the agent would not show: the (judge differs|settings of the judge differ) \(.+ → .+\)$/,
      ),
    ])
    expect([events, status.streams[0]?.scores]).toEqual([[], 300])
    await write(scores(100, 0.4, {}, 600))
    const after = await once({ mastra, scorers: [judged(false)] })
    expect([after.warnings, after.status.streams[0]?.scores]).toEqual([[], 400])
  })

  it('that start again or are gone in an alarm say that it ends, once', async () => {
    const judged = (encoder: boolean) =>
      createAnswerRelevancyScorer({ model: embeddedJudge({ encoder }), id: 'quality' })
    const { mastra, write } = await libsqlStore()
    await write([{ score: 1, time: begin - minute }])
    await write(
      [...scores(300, 0.9), ...scores(100, 0.2, {}, 300)].map((one) => ({ ...one, metadata: { a: 'b' } })),
    )
    const by = 'metadata.a'
    const before = await once({ mastra, by, scorers: [judged(true)] })
    expect(before.events.map(({ kind }) => kind)).toEqual(['alarm', 'alarm'])
    const { events, status } = await once({ mastra, scorers: [judged(false)] })
    expect(events).toMatchObject(before.events.map(({ id }) => ({ kind: 'restart', alarm: id })))
    expect(events.map(({ sentence }) => sentence).toSorted()).toEqual([
      'quality, metadata.a b: the alarm ends without a recovery, because it is no longer watched.',
      expect.stringMatching(
        /^quality: the alarm ends without a recovery, because it started again: the judge differs/,
      ),
    ])
    expect(status.streams.map(({ state }) => state)).toEqual(['learning'])
    expect((await once({ mastra, scorers: [judged(false)] })).events).toEqual([])
  })

  it('learn their reference where the run that is named was judged by another', async () => {
    const judged = (encoder: boolean) =>
      createAnswerRelevancyScorer({ model: embeddedJudge({ encoder }), id: 'quality' })
    const folder = mkdtempSync(join(tmpdir(), 'verdict-reference-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'run.jsonl')
    await evaluate({
      ...{ name: 'run', target: 'recorded', file, scorers: [judged(true)] },
      data: Array.from({ length: 30 }, (_, index) => ({
        input: `When was tower ${index} finished?`,
        output: `Tower ${index} was finished in March 1889.`,
      })),
    })
    const { mastra, write } = await libsqlStore()
    await write(scores(300, 0.1))
    const same = await once({ mastra, scorers: [judged(true)], reference: { run: file } })
    expect([same.warnings, same.events.length]).toEqual([[], 1])
    const other = await once({ mastra, name: 'other', scorers: [judged(false)], reference: { run: file } })
    expect(other.events).toEqual([])
    expect(other.warnings).toEqual([
      expect.stringMatching(
        /^quality: .* cannot be its reference, because the .* → .*: it is learned from live scores/,
      ),
    ])
  })

  it('tell of scorers that settings name and that nobody knows', async () => {
    const { mastra, write } = await libsqlStore()
    await write(scores(30, 0.6))
    const { warnings } = await once({
      mastra,
      reference: { means: { quality: 0.6, qualty: 0.6 } },
      allowedLoss: { quality: 0.1, qualtiy: 0.1 },
    })
    expect(warnings).toEqual(
      ['qualty', 'qualtiy'].map((id) => `the settings name "${id}", but no scorer and no score has this id`),
    )
  })

  it('are compared with a stated mean or with a run, and begin anew with other settings', async () => {
    const { mastra, write } = await libsqlStore()
    await write(scores(400, 0.6))
    const calm = await once({ mastra, reference: { means: { quality: 0.6 } } })
    expect(calm.status.streams).toMatchObject([{ state: 'calm', reference: 0.6, limit: 0.58 }])
    const bad = await once({ mastra, reference: { means: { quality: 0.9 } }, name: 'high' })
    expect(bad.events).toMatchObject([{ kind: 'alarm', from: 0.9 }])
    const other = await once({ mastra, reference: { means: { quality: 0.7 } } })
    expect(other.warnings).toEqual(['quality starts again: its settings have changed'])
    await expect(once({ mastra, reference: { means: { quality: 0 } }, name: 'none' })).rejects.toThrow('room')
    await expect(once({ mastra, reference: { run: '/none.jsonl' } })).rejects.toThrow('/none.jsonl')
  })

  it('tell of scores of which lower is better by their rise', async () => {
    const { mastra, write } = await libsqlStore()
    await write([...scores(500, 0.1), ...scores(300, 0.5, {}, 500)])
    const { events } = await once({ mastra, scorers: [{ scorer: scorer as never, lowerIsBetter: true }] })
    expect(events).toMatchObject([{ kind: 'alarm' }])
    expect(events[0]?.kind === 'alarm' && events[0].to > events[0].from).toBe(true)
    expect(events[0]?.kind === 'alarm' && events[0].worst.every(({ score }) => score === 1)).toBe(true)
  })
})

describe.each(stores)('seen and scored in %s', (_name, makeStore) => {
  it('says what is scored, and that it is blind where no scores arrive', async () => {
    const { mastra, database, write } = await makeStore({ scorers: [scorer], rates: { guide: 1 } })
    const now = Date.now()
    const answers = async (from: number, count: number, ageInMs: number, ended: object = {}) => {
      const store = await mastra.getStorage()?.getStore('observability')
      const at = new Date(now - ageInMs)
      for (let number = from; number < from + count; number += 1)
        await store?.createSpan({
          span: {
            ...{ traceId: `t${number}`, spanId: `span-t${number}`, name: 'answer', spanType: 'agent_run' },
            ...{ startedAt: at, endedAt: at, entityType: 'agent', entityId: 'guide', isEvent: false },
            ...ended,
          } as never,
        })
    }
    await answers(0, 30, 7_200_000)
    await write(
      Array.from({ length: 20 }, (_, index) => ({ score: 1, time: now - 7_000_000, traceId: `t${index}` })),
    )
    const before = await once({ mastra })
    expect(before.status.coverage).toMatchObject([
      { scorerId: 'quality', seen: 30, sampled: 30, scored: 20, isBlind: false },
    ])
    await answers(200, 25, 600_000, { error: { message: 'The provider is down.' } })
    await answers(300, 25, 600_000, { output: { status: 'aborted', reason: 'abort' } })
    const withoutAnswers = await once({ mastra })
    expect(withoutAnswers.events).toEqual([])
    expect(withoutAnswers.status.coverage).toMatchObject([{ seen: 30, isBlind: false }])
    await answers(100, 25, 600_000)
    const blind = await once({ mastra })
    expect(blind.events.map(({ kind }) => kind)).toEqual(['blind'])
    expect(blind.status.streams[0]?.state).toBe('blind')
    const agent = new Agent({ id: 'guide', name: 'guide', instructions: 'Be kind.', model: 'openai/none' })
    const storage = mastra.getStorage() as MastraCompositeStore
    const without = new Mastra({ agents: { guide: agent }, storage, logger: false })
    const detached = await once({ mastra: without })
    expect(detached.events).toMatchObject([
      { kind: 'sighted', sentence: expect.stringContaining('no agent') },
    ])
    expect(detached.status.streams[0]?.state).not.toBe('blind')
    expect((await once({ mastra })).events.map(({ kind }) => kind)).toEqual(['blind'])
    const few = await once({ mastra, blindAfterInMs: 300_000 })
    expect(few.events).toMatchObject([
      { kind: 'sighted', sentence: expect.stringContaining('too few answers') },
    ])
    expect((await once({ mastra })).events.map(({ kind }) => kind)).toEqual(['blind'])
    await write([{ score: 1, time: now - 500_000, traceId: 't101' }])
    const again = await once({ mastra })
    expect(again.events).toMatchObject([
      { kind: 'sighted', sentence: expect.stringContaining('arriving again') },
    ])
    expect(await database.has('mastra_ai_spans')).toBe(true)
  })
})

it('failures of jobs are a stream of their own', async () => {
  const queue = testQueue({ ...anyStore(), retries: 0 })
  const engine = await queue.engine()
  const { mastra } = await libsqlStore()
  const end = async (
    from: number,
    count: number,
    isFailed: (index: number) => boolean,
    outcome: JobOutcome['outcome'] = 'scored',
  ) => {
    const jobs = Array.from({ length: count }, (_, index) => ({
      id: jobId('quality', '1', { runId: `${from + index}` }),
      ...{ group: 'quality', data: {} },
    }))
    await engine.put(jobs)
    const taken = await engine.take(count)
    for (const [index, job] of taken.entries())
      if (isFailed(index)) await engine.failed(job, { name: 'Error', message: 'no' }, false)
      else await engine.done(job.id, { outcome })
  }
  await end(0, 200, (index) => index % 50 === 0)
  // Another job of their thread is what came of them.
  await end(500, 50, () => false, 'superseded')
  const calm = await once({ mastra, queue })
  expect(calm.status.streams).toMatchObject([{ label: 'failures of quality', scores: 200, state: 'calm' }])
  await end(1000, 150, (index) => index % 2 === 0)
  const bad = await once({ mastra, queue })
  expect(bad.events).toMatchObject([{ kind: 'alarm', stream: { of: 'failures' } }])
  expect(bad.events[0]?.sentence).toContain('the share of jobs that fail rose')
  expect((await once({ mastra, queue })).status.streams[0]?.scores).toBe(350)
})

it('metrics of each stream are there for whoever collects them', async () => {
  const observed = new Map<string, number>()
  const monitors = new Set<unknown>()
  type Observe = (metric: { name: string }, value: number, attributes: Record<string, unknown>) => void
  let collect: ((result: { observe: Observe }) => void) | undefined
  const instrument = (name: string) => ({ name, addCallback() {}, removeCallback() {} })
  const meter = {
    createObservableGauge: instrument,
    createObservableCounter: instrument,
    addBatchObservableCallback: (callback: typeof collect) => {
      collect = callback
    },
    removeBatchObservableCallback: () => {
      collect = undefined
    },
  }
  metrics.setGlobalMeterProvider({ getMeter: () => meter } as never)
  onTestFinished(() => metrics.disable())
  const { mastra, write } = await libsqlStore()
  await write(scores(300, 0.9))
  const watching = monitor({ mastra, name: 'mine', intervalInMs: 20, reference: { first: 100 } })
  await expect.poll(() => watching.status()?.rows).toBe(300)
  collect?.({
    observe({ name }, value, attributes) {
      observed.set(name, value)
      monitors.add(attributes['verdict.monitor'])
    },
  })
  expect([...monitors]).toEqual(['mine'])
  expect(observed.get('verdict.monitor.scores')).toBe(300)
  expect(observed.get('verdict.monitor.score.mean')).toBeCloseTo(0.9, 1)
  expect(observed.get('verdict.monitor.alarmed')).toBe(0)
  await watching.stop()
  expect(collect).toBeUndefined()
})

describe('a sampling rate that is lowered', () => {
  /** Users with one score have 0.9, those with twenty 0.6: sampling sees fewer of the first. */
  const usersAt = (rate: number, part: number) => {
    const random = seededRandom(part)
    return Array.from({ length: 1500 }, (_, user) => {
      const isLong = user % 4 === 0
      return Array.from({ length: isLong ? 20 : 1 }, () => ({
        score: (isLong ? 0.6 : 0.9) + 0.1 * (random() - 0.5),
        time: Date.now(),
        threadId: `thread ${part} ${user}`,
      })).filter(() => random() < rate)
    }).flat()
  }
  const settings = { reference: { first: 500 }, conversationIdleInMs: 10 }
  const look = async (later: number) => {
    const { mastra, write } = await libsqlStore({ scorers: [scorer], rates: { guide: 1 } })
    await write(usersAt(1, 1))
    await delay(20)
    await once({ mastra, ...settings })
    mastra.getAgent('guide').listScorers = (async () => ({
      quality: { scorer, sampling: { type: 'ratio', rate: later } },
    })) as never
    await write(usersAt(0.2, 2))
    await delay(20)
    return once({ mastra, ...settings })
  }

  it('starts the stream again and raises no alarm, because other users are seen', async () => {
    const { events, warnings } = await look(0.2)
    expect(events.filter(({ kind }) => kind === 'alarm')).toEqual([])
    expect(warnings).toEqual([
      'quality starts again: its sampling rates changed, and with them the users that are seen: guide from 1 to 0.2',
    ])
    // The same scores raise one where the rate is not known to have changed.
    expect((await look(1)).events.map(({ kind }) => kind)).toContain('alarm')
  })
})

it('a stream goes on where another agent gets its scorer', async () => {
  const { mastra, write } = await libsqlStore({ scorers: [scorer], rates: { guide: 1, clerk: 0 } })
  const clerk = mastra.getAgent('clerk')
  const listScorers = clerk.listScorers.bind(clerk)
  clerk.listScorers = (async () => ({})) as never
  await write(scores(150, 0.9, { agentId: 'guide' }))
  await once({ mastra })
  clerk.listScorers = (async () => {
    const entries = Object.entries(await listScorers())
    return Object.fromEntries(
      entries.map(([name, entry]) => [name, { ...entry, sampling: { type: 'ratio', rate: 1 } }]),
    )
  }) as never
  await write(scores(50, 0.9, { agentId: 'clerk' }, 150))
  const { warnings, status } = await once({ mastra })
  expect(warnings).toEqual([])
  expect(status.streams).toMatchObject([{ scores: 200 }])
})

describe('a group that is the whole', () => {
  it('tells no alarm a second time, and does where there are two', async () => {
    const alarms = async (agents: readonly string[]) => {
      const { mastra, write } = await libsqlStore({ scorers: [scorer], rates: { guide: 1, clerk: 1 } })
      for (const [part, score] of [0.9, 0.3].entries())
        for (const [place, agentId] of agents.entries())
          await write(scores(200, score, { agentId }, part * 1000 + place * 300))
      const { events } = await once({ mastra, by: 'agent' })
      return events.flatMap((event) => (event.kind === 'alarm' ? (event.stream.value ?? 'all') : []))
    }
    expect(await alarms(['guide'])).toEqual(['all'])
    expect((await alarms(['guide', 'clerk'])).toSorted()).toEqual(['all', 'clerk', 'guide'])
  })
})

describe('a loss for which an alarm needs more evidence', () => {
  it('makes a stream worsen before it is an alarm', async () => {
    const { mastra, write } = await libsqlStore({ scorers: [scorer], rates: { guide: 1 } })
    const random = seededRandom(5)
    const noisy = (count: number, mean: number, from: number) =>
      scores(count, 0, { agentId: 'guide' }, from).map((one) => ({
        ...one,
        score: random() < mean ? 1 : 0,
      }))
    const reference = { means: { quality: 0.8 } }
    const states = new Set<string>()
    for (let part = 0; part < 12; part += 1) {
      await write(noisy(12, part === 0 ? 0.8 : 0.45, part * 12))
      const { status } = await once({ mastra, reference })
      states.add(status.streams[0]?.state ?? '')
    }
    expect([...states]).toEqual(['calm', 'worsening', 'alarm'])
  })
  it('is not called calm because all scores before it were good', async () => {
    const { mastra, write } = await libsqlStore()
    // Even, so that the means are exact.
    const around = (count: number, mean: number, from: number) =>
      scores(count, 0, {}, from).map((one, index) => ({
        ...one,
        score: mean + 0.4 * (((index * 0.618034) % 1) - 0.5),
      }))
    const reference = { first: 500 }
    await write(around(550, 0.8, 0))
    const before = await once({ mastra, reference })
    expect(before.status.streams).toMatchObject([{ state: 'calm', words: 'No loss beyond the limit.' }])
    // Four standard errors below the limit of 0.78, which the mean of all is above.
    await write(around(350, 0.755, 550))
    const { status, events } = await once({ mastra, reference })
    expect(events).toEqual([])
    expect(status.streams[0]?.current.mean).toBeGreaterThan(status.streams[0]?.limit ?? 1)
    expect(status.streams).toMatchObject([
      { state: 'worsening', words: 'Falling, not sure enough yet for an alarm.' },
    ])
  })

  it('says that there is no loss, and not no change, where the mean has moved within the limit', async () => {
    const { mastra, write } = await libsqlStore()
    const steps = [0.5, 0.8, 0.65, 0.7].flatMap((mean, part) =>
      scores(200, 0, {}, 200 * part).map((one, index) => ({ ...one, score: mean + 0.01 * (index % 3) })),
    )
    await write(steps)
    const { status } = await once({ mastra })
    expect(status.streams).toMatchObject([
      { words: 'No loss beyond the limit. The mean has moved over time, so it has no interval.' },
    ])
  })
})

describe('what was known before', () => {
  it('is forgotten where a field is watched no more, and begun anew where agents are scored at other rates', async () => {
    const store = await libsqlStore({ scorers: [scorer], rates: { guide: 1, clerk: 0.5 } })
    await store.write(scores(200, 0.9, { agentId: 'guide' }))
    await store.write(scores(50, 0.9, { agentId: 'clerk' }, 200))
    await once({ mastra: store.mastra, by: 'agent' })
    const { warnings, status } = await once({ mastra: store.mastra })
    expect(warnings).toEqual([
      'quality starts again: its settings have changed',
      'the references learned by agent are dropped: `by` no longer names them',
    ])
    expect(status.streams.map(({ label }) => label)).toEqual(['quality'])
    let rate = 0.5
    const agent = store.mastra.getAgent('clerk')
    const listScorers = agent.listScorers.bind(agent)
    agent.listScorers = (async () => {
      const entries = await listScorers()
      return Object.fromEntries(
        Object.entries(entries).map(([name, entry]) => [
          name,
          { ...entry, sampling: { type: 'ratio', rate } },
        ]),
      )
    }) as never
    const said: string[] = []
    const watching = monitor({
      ...{
        mastra: store.mastra,
        telemetry: false,
        intervalInMs: 20,
        reference: { first: 100 },
        name: 'rates',
      },
      onWarning: (sentence) => said.push(sentence),
    })
    await expect.poll(() => watching.status()?.rows).toBe(250)
    rate = 0.1
    await expect.poll(() => said.length).toBe(1)
    await store.write([{ score: 1, time: Date.now(), agentId: 'clerk' }])
    await expect.poll(() => watching.status()?.streams[0]?.scores).toBe(1)
    expect(said).toEqual([
      'quality starts again: its sampling rates changed, and with them the users that are seen: clerk from 0.5 to 0.1',
    ])
    await watching.stop()
  })

  it('is kept while the store is away, and the monitor goes on when it is back', async () => {
    const { mastra, write } = await libsqlStore()
    const { client } = mastra.getStorage() as unknown as {
      client: { execute(statement: unknown): Promise<unknown> }
    }
    const execute = client.execute.bind(client)
    let isAway = false
    client.execute = async (statement) => {
      if (isAway) throw new Error('the network is down')
      return execute(statement)
    }
    const said: string[] = []
    await write(scores(150, 0.9))
    const watching = monitor({
      ...{ mastra, telemetry: false, intervalInMs: 20, reference: { first: 100 } },
      onWarning: (sentence) => said.push(sentence),
    })
    await expect.poll(() => watching.status()?.rows).toBe(150)
    isAway = true
    await expect.poll(() => watching.status()?.problems[0]).toContain('the network is down')
    isAway = false
    await write(scores(10, 1, {}, 1000))
    await expect.poll(() => watching.status()?.rows).toBe(160)
    expect(watching.status()?.problems).toEqual([])
    await expect
      .poll(() => said)
      .toEqual(['the store: the network is down', 'the store can be reached and read again'])
    expect((await watching.stop()).rows).toBe(160)
  })

  it('is kept where whoever is told of looks fails, which is said once', async () => {
    const { mastra, write } = await libsqlStore()
    await write(scores(50, 0.9))
    const said: string[] = []
    let looks = 0
    const watching = monitor({
      ...{ mastra, telemetry: false, intervalInMs: 20 },
      onWarning: (sentence) => said.push(sentence),
      onLook: () => {
        looks += 1
        throw new Error('the disk is full')
      },
    })
    await expect.poll(() => looks).toBeGreaterThan(2)
    expect((await watching.stop()).rows).toBe(50)
    expect(said).toEqual(['after a look: the disk is full'])
  })

  it('is kept before it is told, also where something else is told at that moment', async () => {
    const { mastra, write } = await libsqlStore()
    const { client } = mastra.getStorage() as unknown as {
      client: { execute(statement: { sql: string }): Promise<{ rows: object[] }> }
    }
    let isFull = false
    let looks = 0
    const libsql = {
      execute: async (statement: { sql: string }) => {
        if (isFull && statement.sql.includes('set state')) throw new Error('disk full')
        return client.execute(statement)
      },
    }
    const told: string[] = []
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const watching = monitor({
      ...{ database: { libsql }, intervalInMs: 20, reference: { first: 100 }, telemetry: false },
      onEvent: async ({ kind }) => {
        told.push(kind)
        await answered
      },
      onLook: () => {
        looks += 1
      },
      onWarning: () => {},
    })
    await write([...scores(300, 0.9), ...scores(200, 0.3, {}, 300)])
    await expect.poll(() => told).toEqual(['alarm'])
    isFull = true
    await write(scores(1500, 0.95, {}, 500))
    await expect.poll(() => watching.status()?.events.length).toBe(2)
    answer()
    await expect.poll(() => watching.status()?.delivery[0]?.delivered).toBe(1)
    const before = looks
    await expect.poll(() => looks).toBeGreaterThan(before + 2)
    expect(told).toEqual(['alarm'])
    isFull = false
    await expect.poll(() => told).toEqual(['alarm', 'recovery'])
    await watching.stop()
  })
})
