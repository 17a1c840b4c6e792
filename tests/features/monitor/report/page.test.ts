import { parse } from 'parse5'
import { describe, expect, it, onTestFinished } from 'vitest'
import { monitorPage } from '../../../../src/features/monitor/report/page.ts'
import { serveMonitor } from '../../../../src/features/monitor/report/serve.ts'
import { sender } from '../../../server/send.ts'
import { statusOf } from './status-of.ts'

const hostile = `</script><img src=x onerror=alert(1)>"'&\u202e`

describe('the page of a monitor', () => {
  it('says of each stream what state it is in, and opens an alarm to its answers', () => {
    const page = monitorPage(statusOf())
    expect(page).toContain('<h1>faithfulness is in alarm; failures of faithfulness is not scoring</h1>')
    for (const words of [
      'Learning its reference',
      'In alarm since',
      'Blind: agents',
      '12 scores of further values',
    ])
      expect(page).toContain(words)
    expect(page).toMatch(/<details class="event"[^>]*>[\s\S]*The worst answers since then[\s\S]*<\/details>/)
    expect(page).toContain('href="http://localhost:4111/traces?traceId=abc"')
  })

  it('says between calm and alarm that it is not sure yet, and draws no band that no alarm goes by', () => {
    const status = statusOf()
    const [calm] = status.streams
    if (calm === undefined) throw new Error('there is no stream')
    const current = { count: 300, mean: 0.68, low: 0.63, high: 0.73 }
    const of = (more: object) => monitorPage({ ...status, streams: [{ ...calm, current, ...more }] })
    expect(of({ state: 'worsening' })).toContain('↘ falling, not sure enough yet')
    expect(of({ state: 'worsening' })).toContain(
      '<h1>No stream is in alarm; answer-relevancy may be getting worse</h1>',
    )
    expect(of({ state: 'worsening', lowerIsBetter: true })).toContain('↗ rising, not sure enough yet')
    expect(of({ state: 'worsening' })).not.toContain('0.630 to 0.730')
  })

  it('says what it does not know of coverage, and no interval of time without a length', () => {
    const status = statusOf()
    const coverage = status.coverage?.map((one) => ({ ...one, seen: 0, sampled: 0, scored: 0 }))
    expect(monitorPage({ ...status, coverage })).toContain(
      'Not known yet: answers are counted by their traces, a minute or two later.',
    )
    const events = status.events.map((event) =>
      event.kind === 'alarm'
        ? { ...event, since: { ...event.since, low: event.since.estimate, high: event.since.estimate } }
        : event,
    )
    expect(monitorPage(status)).toContain('95 % interval')
    expect(monitorPage({ ...status, events })).not.toContain('95 % interval')
  })

  it('shows the newest part of a long history and the groups in alarm, and where the rest is', () => {
    const status = statusOf()
    const [calm, , group] = status.streams
    if (calm === undefined || group === undefined) throw new Error('there is no stream')
    const at = (index: number) => new Date(Date.UTC(2026, 0, 1, index)).toISOString()
    const history = Array.from({ length: 160 }, (_, index) => ({
      ...{ from: at(index), to: at(index + 1), count: 1, mean: 0.5 },
    }))
    const groups = Array.from({ length: 120 }, (_, index) => ({
      ...group,
      key: { scorerId: 'answer-relevancy', of: 'scores', field: 'tier', value: `<${index}>` } as const,
      ...(index === 119 ? { state: 'alarm' as const } : {}),
    }))
    const page = monitorPage({ ...status, streams: [{ ...calm, history }, ...groups] })
    const [, table = ''] = page.split('Mean of answer-relevancy over time</caption>')
    const rows = [...table.matchAll(/>(2026-\d\d-\d\d \d\d:\d\d) to [^<]* UTC<\/th>/g)].map(
      ([, from]) => from,
    )
    const shown = history.slice(60).reverse()
    expect(rows).toEqual(shown.map(({ from }) => from.slice(0, 16).replace('T', ' ')))
    expect(table).toContain('The first 100 of 160 rows are shown; all are in the JSON.')
    expect(table).toContain('tier &lt;119&gt;')
    expect(table).toContain('The first 100 of 120 rows are shown; all are in the JSON.')
  })

  it('joins points of one minute, and names the day of a point only once', () => {
    const status = statusOf()
    const [calm] = status.streams
    if (calm === undefined) throw new Error('there is no stream')
    const point = (from: string, to: string, count: number, mean: number) => ({ from, to, count, mean })
    const history = [
      point('2026-01-01T08:40:01.000Z', '2026-01-01T08:40:01.000Z', 1, 0.25),
      point('2026-01-01T08:40:05.000Z', '2026-01-01T08:40:09.000Z', 3, 0.75),
      point('2026-01-01T08:40:55.000Z', '2026-01-01T08:41:09.000Z', 2, 1),
      point('2026-01-01T23:00:00.000Z', '2026-01-02T01:00:00.000Z', 2, 0),
    ]
    const [, table = ''] = monitorPage({ ...status, streams: [{ ...calm, history }] }).split(
      'over time</caption>',
    )
    const rows = [...table.matchAll(/<tr>(<t[hd].*?)<\/tr>/g)].map(([, row = '']) =>
      row.split(/<[^>]*>/).filter((text) => text !== ''),
    )
    expect(rows.slice(-3)).toEqual([
      ['2026-01-01 23:00 to 2026-01-02 01:00 UTC', '2', '0.000'],
      ['2026-01-01 08:40 to 08:41 UTC', '2', '1.000'],
      ['2026-01-01 08:40 UTC', '4', '0.625'],
    ])
  })

  it('names an alarm by its stream and time, not by its id', () => {
    const page = monitorPage(statusOf())
    expect(page).toContain('Groups of faithfulness before and after 2026-11-22 02:00 UTC')
    expect(page).not.toContain('alarm 5f0c1d2e')
  })

  it('makes nothing but text of the texts of others', () => {
    const page = monitorPage(statusOf(hostile))
    expect(page).not.toContain('<img')
    expect(page).not.toContain('\u202e')
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(parse(page).childNodes).toHaveLength(2)
  })

  it('allows no request in a file, and its own server where it is served', () => {
    expect(monitorPage(statusOf())).not.toContain('connect-src')
    expect(monitorPage(statusOf(), { refreshInMs: 1000 })).toContain('connect-src &#39;self&#39;')
  })
})

describe('the server of the page', () => {
  it('says why a page cannot be made, and goes on', async () => {
    const broken = { ...statusOf(), streams: undefined } as never
    const served = await serveMonitor(() => broken, { port: 0 })
    onTestFinished(() => served.close())
    const { send, own } = sender(served.address)
    expect(await send('GET', '/page', own)).toMatchObject({
      status: 500,
      text: expect.stringContaining('undefined'),
    })
    expect(await send('GET', '/status', own)).toMatchObject({ status: 200 })
  })

  it('shows the page to whoever has the token and names this machine', async () => {
    let isReady = false
    const served = await serveMonitor(() => (isReady ? statusOf() : undefined), { port: 0 })
    onTestFinished(() => served.close())
    const { send, own } = sender(served.address)
    expect(await send('GET', '/page', own)).toMatchObject({ status: 503 })
    isReady = true
    const page = { status: 200, text: expect.stringContaining('<title>Monitor · Verdict</title>') }
    expect(await send('GET', '/page', own)).toMatchObject(page)
    expect(JSON.parse((await send('GET', '/status', own)).text)).toMatchObject({ version: 1, rows: 6400 })
    const shell = await send('GET', '/')
    expect(shell).toMatchObject(page)
    expect(shell.text).not.toContain('6,400')
    for (const path of ['/page', '/status']) expect((await send('GET', path)).status).toBe(403)
  })
})
