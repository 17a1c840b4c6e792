import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { JudgeError } from '../../../src/judge/errors.ts'
import { command, project } from '../../cli/support.ts'
import { eventually } from '../../support/eventually.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { say, scripted } from '../../support/scripted-agent.ts'
import { answer, judged, question, project as staged } from './project.ts'

/** The commands on a project of this process. Its queue stays open from one to the next, and closings are counted. */
function commands(made: ReturnType<typeof staged>, more: object = {}) {
  const { mastra, queue } = made
  const close = queue.close.bind(queue)
  let closed = 0
  queue.close = async () => {
    closed += 1
  }
  onTestFinished(() => close({ waitInMs: 100 }))
  const key = randomUUID()
  Object.assign(globalThis, { [key]: { mastra, queue, ...more } })
  const folder = project({ 'verdict.config.mjs': `export default globalThis['${key}']` })
  return { folder, verdict: (...args: string[]) => command(folder, args), closed: () => closed }
}

const refusing = (times = Number.POSITIVE_INFINITY) => {
  let failures = 0
  return judged(
    fakeJudge({
      answer: () => {
        failures += 1
        if (failures > times) return 'yes'
        throw new JudgeError({ judge: 'given', reason: 'refused', message: 'no such key', attempts: 1 })
      },
    }),
  )
}

describe('verdict worker', () => {
  it('scores what waits and ends with --once, with 1 where a job has failed', async () => {
    const made = staged()
    const { verdict, closed } = commands(made)
    await made.ask(2)
    expect(await verdict('worker', '--once')).toEqual({
      code: 0,
      stdout: '2 scored, 0 not scorable.\n',
      stderr: '',
    })
    expect([(await made.rows()).length, closed()]).toEqual([2, 1])

    const failing = staged({ scorer: refusing() })
    const other = commands(failing)
    await failing.ask(2)
    const { code, stdout, stderr } = await other.verdict('worker', '--once')
    expect([code, stdout]).toEqual([
      1,
      '0 scored, 0 not scorable, 2 failed: `verdict queue failed` says why.\n',
    ])
    // What both have met is said once.
    expect(stderr).toBe('Failed: answer-relevancy: Judge given: no such key\n')
  })

  it('says everything as JSON lines where LOG_FORMAT asks for them, an error too', async () => {
    const failing = staged({ scorer: refusing() })
    const { folder } = commands(failing)
    await failing.ask(1)
    const logged = async (...args: string[]) => {
      const { code, stdout, stderr } = await command(folder, args, { environment: { LOG_FORMAT: 'json' } })
      return {
        code,
        lines: (stderr + stdout)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      }
    }
    const { code, lines } = await logged('worker', '--once')
    expect([code, lines.length]).toEqual([1, 2])
    expect(lines[0]).toMatchObject({ level: 40, name: 'verdict', pid: process.pid, job: expect.any(String) })
    expect(lines[0]).toMatchObject({ scorer: 'answer-relevancy', outcome: 'failed' })
    expect(lines[0].msg).toContain('no such key')
    expect(Math.abs(lines[0].time - Date.now())).toBeLessThan(3_600_000)
    expect(lines[1]).toMatchObject({ level: 30, msg: expect.stringContaining('1 failed') })
    expect(await logged('worker', '--twice')).toMatchObject({ code: 2, lines: [{ level: 50 }] })
    expect(await logged('worker', '--config', 'none.mjs')).toMatchObject({ code: 2, lines: [{ level: 50 }] })
  })

  it('ends where its port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const { verdict, closed } = commands(staged())
    const { code, stderr } = await verdict('worker', '--port', String(port))
    expect([code, stderr, closed()]).toEqual([2, expect.stringContaining('EADDRINUSE'), 1])
  })

  it('does the items of verdict run --workers, with its cache beside its configuration', async () => {
    const cache = `${randomUUID()}.db`
    onTestFinished(() => rmSync(cache, { force: true }))
    const { verdict, folder, closed } = commands(staged(), {
      name: 'Towers',
      scorers: [judged()],
      target: () => 'It is 330 metres tall.',
      data: [{ id: 'q1', input: 'How tall?' }],
      cache,
    })
    const stop = new AbortController()
    const config = join(folder, 'verdict.config.mjs')
    const working = command(project(), ['worker', config], { signal: stop.signal })
    const { code, stdout } = await verdict('run', '--workers')
    expect([code, stdout, closed()]).toEqual([0, expect.stringContaining('Towers'), 1])
    stop.abort()
    expect(await working).toMatchObject({
      code: 0,
      stdout: '0 scored, 0 not scorable, 1 part of evaluations done.\n',
    })
    expect([existsSync(join(folder, cache)), existsSync(cache)]).toEqual([true, false])
  })
})

describe('verdict worker without mastra', () => {
  it('does items of evaluations', async () => {
    const { verdict, folder } = commands(staged(), {
      mastra: undefined,
      name: 'Towers',
      scorers: [judged()],
      target: () => 'It is 330 metres tall.',
      data: [{ id: 'q1', input: 'How tall?' }],
    })
    const stop = new AbortController()
    const config = join(folder, 'verdict.config.mjs')
    const working = command(project(), ['worker', config], { signal: stop.signal })
    const { code } = await verdict('run', '--workers')
    stop.abort()
    expect([code, await working]).toMatchObject([
      0,
      { code: 0, stderr: expect.stringContaining('Waiting for items of evaluations.') },
    ])
  })

  it('needs it where there is nothing to evaluate either', async () => {
    const { verdict } = commands(staged(), { mastra: undefined })
    const { code, stderr } = await verdict('worker', '--once')
    expect([code, stderr]).toEqual([2, expect.stringContaining('no `mastra`')])
  })
})

describe('verdict queue', () => {
  it('shows what failed, tries it again and drops it', async () => {
    const made = staged({ scorer: refusing() })
    const { verdict, closed } = commands(made)
    expect((await verdict('queue', 'status')).stdout).toContain('The queue is empty')
    expect((await verdict('queue', 'failed')).stdout).toContain('No job has failed.')
    await made.ask(2)
    await verdict('worker', '--once')
    expect((await verdict('queue', 'status')).stdout).toMatch(
      /Scorer [│ ]+Waiting [│ ]+Running [│ ]+Scored [│ ]+Not [│ ]+Failed[\s\S]*scorable[\s\S]*answer-relevancy [│ ]+0 [│ ]+0 [│ ]+0 [│ ]+0 [│ ]+2 /,
    )
    expect((await verdict('queue', 'failed')).stdout).toMatch(
      /answer-relevancy [│ ]+2 .*Judge given: no such key/,
    )
    expect(JSON.parse((await verdict('queue', 'failed', '--json')).stdout)).toMatchObject({
      version: 1,
      reasons: [{ group: 'answer-relevancy', jobs: 2, reason: 'Judge given: no such key' }],
    })
    expect((await verdict('queue', 'retry', '--reason', 'rate limit')).stdout).toBe(
      '0 failed jobs wait for a worker again.\n',
    )
    expect((await verdict('queue', 'retry', '--scorer', 'answer-relevancy')).stdout).toBe(
      '2 failed jobs wait for a worker again.\n',
    )
    expect(JSON.parse((await verdict('queue', 'status', '--json')).stdout)).toMatchObject({
      version: 1,
      scorers: [{ group: 'answer-relevancy', waiting: 2, failed: 0 }],
    })
    await verdict('worker', '--once')
    await (await made.queue.engine()).forget(0)
    expect((await verdict('queue', 'retry')).stdout).toContain('2 cannot be tried again')
    expect((await verdict('queue', 'drop', '--reason', 'KEY')).stdout).toBe('2 failed jobs are forgotten.\n')
    expect((await verdict('queue', 'status')).stdout).toContain('The queue is empty')
    expect(closed()).toBe(13)
  })

  it('tells what became of the answers', async () => {
    const made = staged({ scorer: refusing(1) })
    const { verdict } = commands(made)
    const unknown = 'The store holds no traces, so the answers of agents are unknown.'
    expect((await verdict('queue', 'coverage')).stdout.replace(/\s+/g, ' ')).toContain(unknown)
    expect(JSON.parse((await verdict('queue', 'coverage', '--json')).stdout)).toMatchObject({
      isKnown: false,
    })
    expect((await verdict('backfill')).stdout.replace(/\s+/g, ' ')).toContain(unknown)
    await made.ask(3)
    await verdict('worker', '--once', '--concurrency', '1')
    await made.ask(1)
    const lines = (await verdict('queue', 'coverage', '--agent', 'guide')).stdout.split(/\n */)
    const cells = lines.map((line) => line.split('│').map((cell) => cell.trim()))
    const titles = ['Agent', 'Scorer', 'Answers', 'Sampled', 'Scored', 'In', 'Not', 'Failed', 'Lost']
    expect(cells).toContainEqual(['', ...titles, ''])
    expect(cells).toContainEqual(['', 'guide', 'answer-relevancy', '4', '4', '2', '1', '0', '1', '0', ''])
    expect(JSON.parse((await verdict('queue', 'coverage', '--since', '1h', '--json')).stdout)).toMatchObject({
      isKnown: true,
      scorers: [{ seen: 4, sampled: 4, scored: 2, queued: 1, failed: 1, lost: 0 }],
    })
  })
})

describe('verdict backfill', () => {
  it('says what is missing and what it costs, and makes it', async () => {
    const evidence = () => ({ calls: 2, usage: { inputTokens: 90, outputTokens: 10 } })
    const made = staged({ rate: 0, scorer: judged(fakeJudge({ answer: () => 'yes', evidence })) })
    const { verdict } = commands(made)
    await made.ask(3)
    const only = ['--scorer', 'answer-relevancy']
    const first = await verdict('backfill', '--dry-run', ...only)
    expect([first.code, first.stdout]).toEqual([
      0,
      '3 answers looked at, 3 scores to make, 0 already there.\n' +
        'answer-relevancy: 3 scores to make, their cost is not known: score a few with --limit 20 first.\n',
    ])
    expect(await made.counts()).toBeUndefined()
    const some = await verdict('backfill', ...only, '--limit', '1')
    expect([some.code, some.stdout]).toEqual([
      0,
      '1 answer looked at, 1 score put into the queue, 0 already there. The limit is reached: run it again to continue.\n' +
        '1 scored, 0 not scorable, 0 failed.\n',
    ])
    expect((await verdict('backfill', '--dry-run', ...only)).stdout).toContain(
      '2 scores to make, about 4 calls, 200 tokens, money not known',
    )
    const left = await verdict('backfill', ...only, '--no-work')
    expect(left.stdout).toBe('3 answers looked at, 2 scores put into the queue, 1 already there.\n')
    expect(await made.counts()).toMatchObject({ waiting: 2, scored: 1 })
    expect((await verdict('backfill', '--dry-run', ...only)).stdout).toBe(
      '3 answers looked at, 0 scores to make, 1 already there, 2 already in the queue.\n',
    )
  })
  it('says which answers have no scorer, and scores them with the one that is named', async () => {
    const scorer = judged(fakeJudge({ answer: () => 'yes' }))
    const made = staged({ rate: 0, scorer })
    const { verdict } = commands(made)
    await made.ask(1)
    const model = scripted([say(answer), say(answer)]) as MastraModelConfig
    const bare = new Agent({ id: 'bare', name: 'bare', instructions: 'Be kind.', model })
    made.mastra.addAgent(bare)
    for (const _ of ['once', 'twice']) await bare.generate(question)
    await made.mastra.observability.getDefaultInstance()?.flush()
    await eventually(async () => {
      expect((await verdict('backfill', '--agent', 'bare', '--dry-run')).stdout).toContain('2 answers')
    })
    expect((await verdict('backfill', '--no-work')).stdout).toBe(
      '3 answers looked at, 1 score put into the queue, 1 already there, 2 answers by agents without scorers (bare).\n',
    )
    const dry = await verdict('backfill', '--agent', 'bare', '--dry-run')
    expect(dry.stdout).toBe(
      '2 answers looked at, 0 scores to make, 0 already there, 2 answers by agents without scorers (bare).\n',
    )
    const [job] = await (await made.queue.engine()).take(1)
    if (job === undefined) throw new Error('there is no job')
    await (await made.queue.engine()).failed(job, { name: 'Error', message: 'no' }, false)
    expect((await verdict('backfill', '--agent', 'guide')).stdout).toContain(
      '1 answer looked at, 0 scores put into the queue, 1 already there, 1 failed before: `verdict queue retry`',
    )
    const none = await verdict('backfill', '--agent', 'nope')
    expect([none.code, none.stdout, none.stderr]).toEqual([
      0,
      expect.stringContaining('0 answers looked at'),
      expect.stringContaining('the traces hold no answer by an agent "nope": Mastra has guide'),
    ])
    const also = await verdict('backfill', '--agent', 'bare', '--scorer', scorer.id)
    expect(also.stdout).toBe(
      '2 answers looked at, 2 scores put into the queue, 0 already there.\n2 scored, 0 not scorable, 0 failed.\n',
    )
  })
})

describe('what cannot be done', () => {
  it.each([
    [['backfill', '--scorer', 'relevance'], /no agent has the scorer "relevance".*answer-relevancy/],
    [['backfill', '--since', 'yesterday'], /--since.*It must be a day/],
    [['backfill', '--since', '2026-02-31'], /--since.*It must be a day/],
    [['backfill', '--since', '2026-11-01T12:00'], /with its zone/],
    [['backfill', '--since', '2026-11-02', '--until', '2026-11-01T12:00Z'], /--since must be before --until/],
    [['backfill', '--sample', '1.5'], /--sample.*from 0 to 1/],
    [['backfill', '--budget', 'time=3'], /There is no budget of time/],
    [['worker', '--concurrency', '0'], /whole number of 1 or more/],
    [['queue', 'coverage', '--since', '3w'], /It must be a day/],
  ])('%j is one sentence, and 2', async (args, sentence) => {
    const { verdict } = commands(staged())
    const { code, stderr } = await verdict(...args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)])
  })

  it.each(['worker', 'backfill'])('%s says what the configuration lacks', async (name) => {
    const folder = project({ 'verdict.config.mjs': 'export default {}' })
    const { code, stderr } = await command(folder, [name])
    expect([code, stderr]).toEqual([2, expect.stringContaining('the configuration has no `mastra`')])
  })
})
