import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScorer } from '@mastra/core/evals'
import { logs } from '@opentelemetry/api'
import { logs as formerLogs } from '@opentelemetry/api-logs'
import type { LogRecordProcessor } from '@opentelemetry/sdk-logs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { evaluate, rescore } from '../../src/evaluation.ts'
import { doJob } from '../../src/features/workers/jobs/do-job.ts'
import { JobEvent } from '../../src/features/workers/jobs/job-event.ts'
import { JudgeError } from '../../src/judge/errors.ts'
import { createAnswerRelevancyScorer } from '../../src/scorers/answer-relevancy.ts'
import { createBiasScorer } from '../../src/scorers/bias.ts'
import { readMeasure } from '../../src/scorers/common/measure.ts'
import { createKeywordCoverageScorer } from '../../src/scorers/keyword-coverage.ts'
import { emitResult } from '../../src/telemetry/evaluation-result.ts'
import { once as lookOnce } from '../features/monitor/look-once.ts'
import { libsqlStore } from '../features/monitor/stores.ts'
import { answer, judged, project, question } from '../features/workers/project.ts'
import { eventually } from '../support/eventually.ts'
import { fakeJudge } from '../support/fake-judge.ts'
import { otlpSdk, received } from '../support/otlp-receiver.ts'
import { say, scripted, stage } from '../support/scripted-agent.ts'

const content = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'

function recordContent(value: string): void {
  vi.stubEnv(content, value)
  onTestFinished(() => void vi.unstubAllEnvs())
}

const failing = (reason: 'unreachable' | 'rejected') =>
  fakeJudge({
    answer: () => {
      throw new JudgeError({ judge: 'given', reason, message: `it quotes ${answer}` })
    },
  })

/** What is told of any score of the scorer of `project`. */
function ofScorer(scorer: object) {
  const { version, basis } = readMeasure(scorer) ?? {}
  expect([version, basis?.task]).toEqual([expect.stringMatching(/^[0-9a-f]{12}$/), 'statement-relevance/2'])
  return {
    'gen_ai.evaluation.name': 'answer-relevancy',
    'verdict.scorer.version': version,
    'verdict.task': basis?.task,
    'verdict.judge': 'given',
    'verdict.scale': 1,
    'verdict.lower_is_better': false,
  }
}

describe('the event of a live score', () => {
  it('arrives as it is stored, at the span of the answer, with its reason where content is recorded', async () => {
    recordContent('true')
    const before = Date.now()
    const events = await received()
    const { ask, rows, scorer } = project({ isQueued: false })
    await ask()
    await expect.poll(async () => (await rows()).length).toBe(1)
    const [row] = await rows()
    const [event, more] = await events()
    expect(more).toBeUndefined()
    expect(event).toEqual({
      scope: 'mastra-verdict',
      eventName: 'gen_ai.evaluation.result',
      traceId: row?.traceId,
      spanId: row?.spanId,
      time: expect.any(Number),
      attributes: {
        ...ofScorer(scorer),
        'gen_ai.evaluation.score.value': row?.score,
        'gen_ai.evaluation.explanation': row?.reason,
        'verdict.source': 'live',
        'verdict.outcome': 'scored',
      },
    })
    expect([row?.score, event?.spanId]).toEqual([0.5, expect.stringMatching(/^[0-9a-f]{16}$/)])
    expect(event?.time).toBeGreaterThanOrEqual(before)
    expect(event?.time).toBeLessThanOrEqual(Date.now())
  })

  it.each(['', 'false', 'NO_CONTENT', 'SPAN_ONLY'])('has no reason where content is "%s"', async (value) => {
    recordContent(value)
    const events = await received()
    await judged().run({ input: question, output: answer, scoreSource: 'live' } as never)
    const [event] = await events()
    expect(event?.attributes['gen_ai.evaluation.score.value']).toBe(0.5)
    expect(JSON.stringify(event)).not.toContain('tall')
  })

  it('says that there is no score, and why in a word, without the text of anybody', async () => {
    const events = await received()
    const scorer = createAnswerRelevancyScorer({ model: failing('unreachable') })
    const live = { scoreSource: 'live', input: question }
    await judged().run({ ...live, input: '', output: answer } as never)
    await expect(scorer.run({ ...live, output: answer } as never)).rejects.toThrow()
    const off = createAnswerRelevancyScorer({ model: failing('rejected'), onFailure: 'notScorable' })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    await off.run({ ...live, output: answer } as never)
    const told = (await events()).map(({ attributes }) => [
      attributes['verdict.outcome'],
      attributes['gen_ai.evaluation.score.value'],
      attributes['gen_ai.evaluation.score.label'],
      attributes['error.type'],
    ])
    expect(told).toEqual([
      ['not scorable', undefined, 'not_scorable', undefined],
      ['failed', undefined, undefined, 'unreachable'],
      ['not scorable', undefined, 'not_scorable', undefined],
    ])
    expect(JSON.stringify(await events())).not.toContain('tall')
  })

  it('is not made of runs of tests and of runEvals', async () => {
    const events = await received()
    await judged().run({ input: question, output: answer } as never)
    await judged().run({ input: question, output: answer, scoreSource: 'experiment' } as never)
    expect(await events()).toEqual([])
  })
})

describe("the event of a worker's score", () => {
  it('arrives once, with the id of its row', async () => {
    recordContent('EVENT_ONLY')
    const events = await received()
    const { ask, rows, work, scorer } = project()
    await ask()
    expect(await events()).toEqual([])
    expect(await work()).toMatchObject({ scored: 1 })
    const [row] = await rows()
    expect(await events()).toEqual([
      {
        scope: 'mastra-verdict',
        eventName: 'gen_ai.evaluation.result',
        traceId: row?.traceId,
        spanId: row?.spanId,
        time: expect.any(Number),
        attributes: {
          ...ofScorer(scorer),
          'gen_ai.evaluation.score.value': 0.5,
          'gen_ai.evaluation.explanation': row?.reason,
          'verdict.source': 'live',
          'verdict.outcome': 'scored',
          'verdict.score.id': row?.id,
        },
      },
    ])
  })

  it('is told by the next worker where one died after it had written the score', async () => {
    const events = await received()
    const { ask, queue, scorer, mastra, rows } = project()
    const add = vi.spyOn(queue, 'add')
    await ask()
    const at = new Date()
    const of = { attempt: 1, createdAt: at, takenAt: at, isAlone: false }
    const job = { ...queue.jobOf(scorer, add.mock.calls[0]?.[1] ?? {}), ...of, wasTaken: false }
    const { signal } = new AbortController()
    const given = {
      mastra,
      scorers: [],
      prices: {},
      timeoutInMs: 9000,
      signal,
      rollout: queue.rollout,
      engine: await queue.engine(),
    }
    await doJob(job, { ...given, looksFirst: false, event: new JobEvent(job) })
    expect(await rows()).toHaveLength(1)
    expect(await events()).toEqual([])
    const event = new JobEvent(job)
    await doJob({ ...job, wasTaken: true }, { ...given, looksFirst: true, event })
    event.done()
    const [row] = await rows()
    expect(await events()).toMatchObject([
      {
        spanId: row?.spanId,
        attributes: { 'gen_ai.evaluation.score.value': row?.score, 'verdict.score.id': row?.id },
      },
    ])
  })

  it('is told of a job that failed, when no try is left', async () => {
    const events = await received()
    const { ask, work } = project({ scorer: judged(failing('rejected')) })
    await ask()
    expect(await work()).toMatchObject({ failed: 1 })
    expect(await events()).toMatchObject([
      {
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
        attributes: { 'verdict.outcome': 'failed', 'error.type': 'rejected' },
      },
    ])
  })
})

describe('the events of a run', () => {
  it('are those of its records, in whatever scale, at the span of each answer', async () => {
    recordContent('span_and_event')
    const events = await received()
    const { agent } = stage(scripted([say(answer), say('They are all lazy.')]), { traces: true })
    const scorers = [
      judged(),
      createBiasScorer({ model: failing('rejected'), options: { scale: 10 } }),
      createKeywordCoverageScorer(),
      createScorer({ id: 'marks', description: 'Of 5.' }).generateScore(() => 4.5),
      createScorer({ id: 'broken', description: 'Is no number.' }).generateScore(() => Number.NaN),
      createScorer({ id: 'silent', description: 'Has nothing to say.' })
        .preprocess(({ run }) => run)
        .generateScore(() => 1),
    ]
    const run = await evaluate({
      target: agent,
      data: [
        { id: 'one', input: question },
        { id: 'two', input: 'And who lives there?' },
      ],
      ...{ scorers: scorers as never, variant: 'kind', attempts: 1, concurrency: 1 },
    })
    const all = await events()
    expect(all).toHaveLength(12)
    for (const { itemId, repeat, traceId, spanId, responseId, scores } of run.items) {
      expect(spanId).toMatch(/^[0-9a-f]{16}$/)
      for (const { id, version, basis, scale, lowerIsBetter } of run.header.scorers) {
        const score = scores[id]
        const of = all.filter(
          ({ attributes }) =>
            attributes['gen_ai.evaluation.name'] === id && attributes['verdict.item.id'] === itemId,
        )
        const known = Object.entries({
          'gen_ai.evaluation.name': id,
          'gen_ai.evaluation.score.value': score?.outcome === 'scored' ? score.score : undefined,
          'gen_ai.evaluation.explanation': score?.outcome === 'scored' ? score.reason : undefined,
          'gen_ai.response.id': responseId,
          'error.type': score?.outcome === 'failed' ? (id === 'bias' ? 'rejected' : 'TypeError') : undefined,
          'verdict.scorer.version': version,
          'verdict.task': basis?.task,
          'verdict.judge': basis?.judge,
          'verdict.scale': scale,
          'verdict.lower_is_better': lowerIsBetter,
          'verdict.source': 'run',
          'verdict.outcome': score?.outcome,
          'verdict.run.id': run.header.id,
          'verdict.run.variant': 'kind',
          'verdict.item.id': itemId,
          'verdict.item.repeat': repeat,
        }).filter(([, value]) => value !== undefined)
        expect(of).toMatchObject([{ traceId, spanId, attributes: Object.fromEntries(known) }])
        expect(Object.keys(of[0]?.attributes ?? {}).sort()).toEqual(known.map(([name]) => name).sort())
      }
    }
    const page = readFileSync('docs/reference/telemetry.md', 'utf8')
    for (const name of all.flatMap(({ attributes }) => Object.keys(attributes)))
      expect(page).toContain(`\`${name}\``)
    const outcomes = Object.values(run.items[0]?.scores ?? {}).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['scored', 'failed', 'scored', 'scored', 'failed', 'scored'])
    const again = await rescore(run, { scorers: [createKeywordCoverageScorer()] })
    const rescored = (await events()).slice(12)
    const spans = (of: readonly { readonly spanId?: string }[]) => of.map(({ spanId }) => spanId).sort()
    expect(spans(rescored)).toEqual(spans(run.items))
    expect(rescored[0]?.attributes['verdict.run.id']).toBe(again.header.id)
  })

  it('are not told again of records that were there when a run goes on', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'verdict-events-')), 'run.jsonl')
    const options = { target: () => answer, scorers: [createKeywordCoverageScorer()], file }
    await evaluate({ ...options, data: [{ input: 'one' }] })
    const events = await received()
    await evaluate({ ...options, data: [{ input: 'one' }], resume: true })
    expect(await events()).toEqual([])
  })
})

describe('the events of anchors', () => {
  it('are told of each judging, unless the monitor is to tell OpenTelemetry nothing', async () => {
    const { mastra } = await libsqlStore()
    const file = join(await mkdtemp(join(tmpdir(), 'verdict-events-')), 'anchors.jsonl')
    const anchor = { id: 'one', scorer: 'quality', input: 'q', output: 'a', score: 0.5 }
    writeFileSync(file, `${JSON.stringify(anchor)}\n`)
    const scorer = createScorer({ id: 'quality', description: 'Of answers.' }).generateScore(() => 0.25)
    const look = (telemetry: boolean) =>
      lookOnce({ mastra, telemetry, scorers: [scorer as never], anchors: { file, everyInMs: 1, atOnce: 2 } })
    const events = await received()
    await look(false)
    expect(await events()).toEqual([])
    await look(true)
    expect((await events()).map(({ attributes }) => attributes)).toEqual(
      Array(2).fill({
        'gen_ai.evaluation.name': 'quality',
        'gen_ai.evaluation.score.value': 0.25,
        'verdict.lower_is_better': false,
        'verdict.source': 'anchor',
        'verdict.outcome': 'scored',
        'verdict.item.id': 'one',
      }),
    )
  })
})

describe('an event', () => {
  const result = {
    evaluator: { id: 'quality' },
    source: 'live',
    outcome: { outcome: 'scored', score: 1 },
  } as const

  it('has no span where it is known in part, and says what is known', async () => {
    const events = await received()
    const traceId = 'a'.repeat(32)
    emitResult(result)
    emitResult({ ...result, answer: { traceId } })
    emitResult({ ...result, answer: { responseId: 'chatcmpl-1' } })
    emitResult({ ...result, answer: { traceId: 'of another kind', spanId: 'too' } })
    const told = (await events()).map(({ traceId, spanId, attributes }) => [
      traceId || undefined,
      spanId || undefined,
      attributes['verdict.trace.id'],
      attributes['verdict.span.id'],
      attributes['gen_ai.response.id'],
    ])
    expect(told).toEqual([
      [undefined, undefined, undefined, undefined, undefined],
      [undefined, undefined, traceId, undefined, undefined],
      [undefined, undefined, undefined, undefined, 'chatcmpl-1'],
      [undefined, undefined, 'of another kind', 'too', undefined],
    ])
  })

  it('has a reason of 4,096 characters at most', async () => {
    recordContent('true')
    const events = await received()
    emitResult({ ...result, outcome: { outcome: 'scored', score: 0, reason: '🦊'.repeat(100_000) } })
    const [event] = await events()
    const text = String(event?.attributes['gen_ai.evaluation.explanation'])
    expect(text).toHaveLength(4095)
    expect(text.endsWith('🦊…')).toBe(true)
  })

  it('goes to an SDK of @opentelemetry/api-logs where there is no newer one, and never to both', async () => {
    const told: unknown[] = []
    const former = { emit: (record: object) => told.push(record), enabled: () => true }
    formerLogs.setGlobalLoggerProvider({ getLogger: () => former })
    onTestFinished(() => formerLogs.disable())
    emitResult(result)
    await eventually(() => expect(told).toMatchObject([{ eventName: 'gen_ai.evaluation.result' }]))
    const events = await received()
    emitResult(result)
    expect(await events()).toHaveLength(1)
    expect(told).toHaveLength(1)
  })
})

describe('what goes wrong with an SDK', () => {
  let copies = 0

  /** Our way to OpenTelemetry as in a process of its own, where nothing was said yet. */
  async function fresh() {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    copies += 1
    const file = `../../src/telemetry/log-events.ts?copy=${copies}`
    const events = (await import(file)) as typeof import('../../src/telemetry/log-events.ts')
    return { warn, emit: () => events.emitEvent('x', undefined, () => ({})), flushEvents: events.flushEvents }
  }

  it('is said once, of a processor that throws, of a receiver that is away and of one that hangs', async () => {
    for (const processor of [
      { onEmit: () => assert('is broken') },
      { onEmit() {}, forceFlush: () => Promise.reject(new Error('ECONNREFUSED')) },
      { onEmit() {}, forceFlush: () => new Promise<void>(() => {}) },
    ]) {
      const { warn, emit, flushEvents } = await fresh()
      const none = async () => {}
      otlpSdk({ forceFlush: none, shutdown: none, ...processor } as LogRecordProcessor)
      emit()
      emit()
      await flushEvents(50)
      await flushEvents(50)
      expect(warn.mock.calls).toEqual([
        [
          expect.stringMatching(
            /^mastra-verdict: evaluation events .*(is broken|ECONNREFUSED|no answer within 50 ms)/,
          ),
        ],
      ])
      logs.disable()
      warn.mockRestore()
    }
  })

  it('is said of an SDK that another version of the API hides', async () => {
    const { warn, emit, flushEvents } = await fresh()
    const key = Symbol.for('opentelemetry.js.api.1')
    const global = globalThis as { [key: symbol]: unknown }
    const known = global[key]
    onTestFinished(() => void Object.assign(global, { [key]: known }))
    global[key] = { version: '1.8.0', logs: {} }
    emit()
    await flushEvents()
    expect(warn.mock.calls).toEqual([[expect.stringContaining('npm dedupe')]])
  })
})

function assert(message: string): never {
  throw new Error(message)
}

it('has the names of the convention in one file', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    /gen_ai\.|error\.type|OTEL_/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(files).toEqual(['src/telemetry/convention.ts'])
})
