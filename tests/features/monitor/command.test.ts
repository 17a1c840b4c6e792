import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createScorer } from '@mastra/core/evals'
import { describe, expect, it, onTestFinished } from 'vitest'
import { monitor } from '../../../src/features/monitor/index.ts'
import type { AnyScorer } from '../../../src/run/scorer-entry.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { command, project } from '../../cli/support.ts'
import { libsqlStore } from './stores.ts'
import type { StoredScore } from './write-scores.ts'

async function monitored(settings: object = {}, scorers: readonly AnyScorer[] = []) {
  const store = await libsqlStore({ scorers, rates: scorers.length > 0 ? { guide: 1 } : {} })
  const key = randomUUID()
  const monitor = { reference: { first: 100 }, telemetry: false, ...settings }
  Object.assign(globalThis, { [key]: { mastra: store.mastra, monitor } })
  const folder = project({ 'verdict.config.mjs': `export default globalThis['${key}']` })
  const set = (more: object) => Object.assign(monitor, more)
  return { store, folder, set, verdict: (...args: string[]) => command(folder, ['monitor', ...args]) }
}

function scores(count: number, share: number, from: number): StoredScore[] {
  const random = seededRandom(from)
  return Array.from({ length: count }, (_, index) => ({
    score: random() < share ? 1 : 0,
    time: Date.UTC(2026, 0, 1) + (from + index) * 60_000,
    requestContext: { tier: index % 2 === 0 ? 'gold' : 'free' },
  }))
}

describe('verdict monitor --once', () => {
  it('says what is known, and ends with 0 while nothing is in alarm and 1 while something is', async () => {
    const { store, verdict, folder } = await monitored()
    expect(await verdict('--once')).toEqual({
      code: 0,
      stdout: 'No live answer has been scored yet.\n',
      stderr: '',
    })
    await store.write(scores(500, 0.9, 0))
    const calm = await verdict('--once', '--by', 'requestContext.tier')
    expect([calm.code, calm.stderr]).toEqual([0, ''])
    expect(calm.stdout).toMatch(/quality +│ Beyond the limit, but within/)
    expect(calm.stdout).toContain('quality, requestContext.tier gold')
    await store.write(scores(300, 0.4, 500))
    const page = join(folder, 'monitor.html')
    const bad = await verdict('--once', '--by', 'requestContext.tier', '--report', page)
    expect(bad.code).toBe(1)
    expect(bad.stdout).toMatch(
      /^2026-01-01 \d\d:\d\d:00 alarm: quality: the mean went from 0\.9\d+ to about 0\.\d+/,
    )
    expect(readFileSync(page, 'utf8')).toContain('in alarm')
    expect((await verdict('--once', '--by', 'requestContext.tier', '--report', page)).code).toBe(1)
    const again = await verdict('--once', '--json', '--by', 'requestContext.tier')
    const lines = again.stdout.trim().split('\n')
    expect([again.code, lines.length, JSON.parse(lines[0] ?? '').kind]).toEqual([1, 1, 'status'])
  })

  it('is a log of JSON lines where LOG_FORMAT asks for them', async () => {
    const { store, folder } = await monitored()
    await store.write([...scores(500, 0.9, 0), ...scores(300, 0.4, 500)])
    const logged = await command(folder, ['monitor', '--once'], { environment: { LOG_FORMAT: 'json' } })
    const lines = logged.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect([logged.code, logged.stderr]).toEqual([1, ''])
    expect(lines[0]).toMatchObject({ level: 40, event: { kind: 'alarm' }, msg: lines[0].event.sentence })
    expect(lines.at(-1)).toMatchObject({ level: 30, stream: { label: 'quality', state: 'alarm' } })
    const drawn = ['monitor', 'anchors', 'anchors.jsonl', '--count', '0']
    const refused = await command(folder, drawn, { environment: { LOG_FORMAT: 'json' } })
    expect(refused.stderr).toMatch(/^error: /)
  })

  it('writes its page over nothing but an earlier page, and over no state', async () => {
    const { verdict, folder } = await monitored({ state: 'new.html' })
    const file = join(folder, 'labels.html')
    writeFileSync(file, '{"kind":"label"}\n')
    for (const more of [
      ['--report', file],
      ['--report', './new.html'],
    ])
      expect(await verdict('--once', ...more)).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('a report would overwrite'),
      })
    expect(readFileSync(file, 'utf8')).toBe('{"kind":"label"}\n')
  })

  it('prints JSON in which no value steers the terminal', async () => {
    const { store, verdict } = await monitored()
    const steering = '\u009b2J\u202egold'
    const of = (list: StoredScore[]) => list.map((one) => ({ ...one, requestContext: { tier: steering } }))
    await store.write(of([...scores(500, 0.9, 0), ...scores(300, 0.4, 500)]))
    const { stdout } = await verdict('--once', '--json', '--by', 'requestContext.tier')
    expect(stdout).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/)
    expect(stdout).toContain('\\u009b2J\\u202egold')
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('kind')
  })

  it('tells that other questions are asked, and holds no answer or judge to blame', async () => {
    const { store, verdict } = await monitored()
    // Hard questions get 0.5 and easy ones 0.95, whatever their part.
    const asked = (count: number, hard: number, from: number) => {
      const random = seededRandom(from + 7)
      return scores(count, 0, from).map((score) => {
        const topic = random() < hard ? 'hard' : 'easy'
        return {
          ...score,
          score: random() < (topic === 'hard' ? 0.5 : 0.95) ? 1 : 0,
          requestContext: { topic },
        }
      })
    }
    await store.write([...asked(1000, 0.1, 0), ...asked(600, 0.7, 1000)])
    const { code, stdout } = await verdict('--once', '--by', 'requestContext.topic')
    const told = stdout.split('\n').filter((line) => line.startsWith('2026-'))
    expect(told).toEqual([
      expect.stringMatching(
        /mix: quality: the questions have changed: requestContext\.topic \w+ went from \d+ % to \d+ % of all scores, and no change shows within any requestContext\.topic\. So the mean went from 0\.\d+ to about/,
      ),
    ])
    expect(stdout).toMatch(/│ quality +│ The question mix has changed/)
    expect(code).toBe(0)
  })

  it('keeps its state in a file, and posts alarms to an address with a signature', async () => {
    const received: { signature?: string | string[]; kind: string }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        received.push({ signature: request.headers['verdict-signature'], kind: JSON.parse(body).kind })
        response.end()
      })
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const webhooks = [{ url: `http://127.0.0.1:${port}/`, secret: 'hush' }]
    const { store, folder, verdict } = await monitored({ state: 'kept/state.json', webhooks })
    await store.write([...scores(500, 0.9, 0), ...scores(300, 0.3, 500)])
    const ended = await verdict('--once')
    expect([ended.code, ended.stderr]).toEqual([1, ''])
    expect(received).toEqual([{ kind: 'alarm', signature: expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/) }])
    expect([
      existsSync(join(folder, 'kept/state.json')),
      existsSync(join(folder, 'kept/state.json.lock')),
    ]).toEqual([true, false])
    expect((await verdict('--once')).code).toBe(1)
    expect(received).toHaveLength(1)
  })

  it('refuses what it cannot do, and says what to do', async () => {
    const { verdict, set } = await monitored()
    const said = async (...args: string[]) => {
      const { code, stderr } = await verdict(...args)
      return [code, stderr.trim()]
    }
    expect((await said('--once', '--by', 'constructor'))[1]).toContain('"constructor" is not a field')
    expect(await said('--once', '--by', 'tier')).toEqual([
      2,
      expect.stringContaining('"tier" is not a field'),
    ])
    expect(await said('--once', '--port', '4000')).toEqual([2, expect.stringContaining('leave out --once')])
    expect(await said('--once', '--serve')).toEqual([2, expect.stringContaining('leave out --once')])
    expect(await said('--once', '--report', 'status.md')).toEqual([
      2,
      expect.stringContaining('It can be .html.'),
    ])
    set({ anchors: { file: '.' } })
    expect(await said('--once')).toEqual([2, expect.stringContaining('cannot be read: EISDIR')])
    set({ reference: { first: 3 } })
    expect(await said('--once')).toEqual([2, expect.stringContaining('reference.first')])
    set({ reference: undefined, webhooks: [{ url: 'ftp://x' }] })
    expect(await said('--once')).toEqual([2, expect.stringContaining('http or https')])
    const bare = project({ 'verdict.config.mjs': 'export default {}' })
    expect((await command(bare, ['monitor', '--once'])).stderr).toContain('has no `mastra`')
  })
})

describe('verdict monitor anchors', () => {
  it('can wait until there are answers to draw: the monitor says that there are none yet', async () => {
    const { verdict } = await monitored({ anchors: { file: 'none.jsonl' } })
    const { code, stderr } = await verdict('--once')
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^warning: there are no anchors yet in \S+none\.jsonl: .* draw some with `verdict monitor anchors 60`.*\n$/,
    )
  })

  it('writes stored answers of each scorer, drawn by a seed, as a file that a monitor takes', async () => {
    const scorer = createScorer({ id: 'quality', description: 'Of answers.' }).generateScore(() => 1)
    const { store, verdict, folder, set } = await monitored({ anchors: { file: 'none.jsonl' } }, [scorer])
    expect(await verdict('anchors', '20')).toMatchObject({
      code: 1,
      stderr: 'There are no scored live answers to draw from.\n',
    })
    const from = scores(2500, 0.5, 0).map((score, index) => ({ ...score, id: `row-${index}` }))
    const foreign = [0, 1].map((time) => ({ score: 1, time, scorerId: 'foreign' }))
    await store.write([...from, ...foreign, { score: 7, time: 0 }])
    const draw = (seed: string, file: string) => {
      set({ anchors: { file } })
      return verdict('anchors', '1000', '--seed', seed)
    }
    const one = await draw('1', 'one.jsonl')
    expect(one).toMatchObject({ code: 0 })
    expect(one.stdout).toMatch(/^quality: 1000 of 2500\nDrawn with --seed 1 into .*one\.jsonl\n$/)
    expect(one.stderr).toContain('the project has no scorer "foreign"')
    expect(one.stderr).toContain('which were left out: 1')
    await draw('1', 'again.jsonl')
    await draw('2', 'other.jsonl')
    const [first, again, other] = ['one', 'again', 'other'].map((name) =>
      readFileSync(join(folder, `${name}.jsonl`), 'utf8'),
    )
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    const anchors = (first ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(anchors[0]).toEqual({
      ...{ id: expect.stringMatching(/^row-/), scorer: 'quality', input: 'q', output: 'a' },
      score: expect.any(Number),
    })
    expect(new Set(anchors.map(({ id }) => id)).size).toBe(1000)
    // As likely late as early: the standard error of the mean place is 18.
    const places = anchors.map(({ id }) => Number(id.slice(4)))
    expect(Math.abs(places.reduce((sum, place) => sum + place, 0) / 1000 - 1249.5)).toBeLessThan(72)
    expect(await draw('1', 'one.jsonl')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('already exists'),
    })
    set({ anchors: undefined })
    expect(await verdict('anchors', '5')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('monitor: { anchors: { file } }'),
    })
    set({ anchors: { file: 'one.jsonl' } })
    const watched = await verdict('--once', '--json')
    expect(JSON.parse(watched.stdout).anchors).toMatchObject([{ scorerId: 'quality', anchors: 1000 }])
  })
})

describe('verdict monitor', () => {
  it('ends with 0 and without a word where it is stopped while it waits for another', async () => {
    const { store, folder, verdict } = await monitored()
    const owner = monitor({ mastra: store.mastra, telemetry: false })
    await expect.poll(() => owner.status()).toBeDefined()
    const stop = new AbortController()
    const waiting = command(folder, ['monitor'], { signal: stop.signal })
    // Whether it has begun to wait when it is stopped makes no difference.
    await delay(500)
    stop.abort(new Error('interrupted'))
    const { code, stdout, stderr } = await waiting
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).not.toContain('verdict:')
    expect((await verdict('--once')).code).toBe(2)
    await owner.stop()
  })
})
