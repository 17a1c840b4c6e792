import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { parse } from 'parse5'
import { describe, expect, it, onTestFinished } from 'vitest'
import { monitorPage } from '../../../src/report/monitor/page.ts'
import { serveMonitor } from '../../../src/report/monitor/serve.ts'
import { statusOf } from './status-of.ts'

const hostile = `</script><img src=x onerror=alert(1)>"'&\u202e`

describe('the page of a monitor', () => {
  it('says of each stream what state it is in, and opens an alarm to its answers', () => {
    const page = monitorPage(statusOf())
    expect(page).toContain('1 stream is in alarm, 1 stream is blind.')
    for (const words of [
      'Learns its reference',
      'In alarm since',
      'Blind: answers',
      '12 scores of further values',
    ])
      expect(page).toContain(words)
    expect(page).toMatch(/<details class="event"[^>]*>[\s\S]*The worst answers since then[\s\S]*<\/details>/)
    expect(page).toContain('href="http://localhost:4111/traces?traceId=abc"')
  })

  it('makes nothing but text of the texts of others', () => {
    const page = monitorPage(statusOf(hostile))
    expect(page).not.toContain('<img')
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(parse(page).childNodes).toHaveLength(2)
  })

  it('allows no request in a file, and its own server where it is served', () => {
    expect(monitorPage(statusOf())).not.toContain('connect-src')
    expect(monitorPage(statusOf(), { refreshInMs: 1000 })).toContain('connect-src &#39;self&#39;')
  })
})

describe('the server of the page', () => {
  const ask = (address: string, headers: Record<string, string> = {}) =>
    new Promise<{ code?: number; body: string }>((resolve, reject) => {
      get(address, { headers }, async (response) =>
        resolve({ code: response.statusCode, body: await text(response) }),
      ).once('error', reject)
    })

  it('says why a page cannot be made, and goes on', async () => {
    const broken = { ...statusOf(), streams: undefined } as never
    const { server, address } = await serveMonitor(() => broken, { port: 0 })
    onTestFinished(() => void server.close())
    expect(await ask(address)).toMatchObject({ code: 500, body: expect.stringContaining('undefined') })
    expect(await ask(address.replace('/?', '/status?'))).toMatchObject({ code: 200 })
  })

  it('shows the page to whoever has the token and names this machine', async () => {
    let isReady = false
    const { server, address } = await serveMonitor(() => (isReady ? statusOf() : undefined), { port: 0 })
    onTestFinished(() => void server.close())
    expect(await ask(address)).toMatchObject({ code: 503 })
    isReady = true
    expect(await ask(address)).toMatchObject({ code: 200, body: expect.stringContaining('<h1>Monitor</h1>') })
    const status = await ask(address.replace('/?', '/status?'))
    expect(JSON.parse(status.body)).toMatchObject({ version: 1, rows: 6400 })
    const bare = address.slice(0, address.indexOf('?'))
    for (const wrong of [bare, `${bare}?token=`, `${address}x`]) expect((await ask(wrong)).code).toBe(403)
    expect((await ask(address, { host: 'evil.example' })).code).toBe(403)
    expect((await ask(address.replace('/?', '/other?'))).code).toBe(404)
    for (const path of ['//', '///x', 'http://evil.example/']) {
      const reply = await new Promise<number | undefined>((resolve, reject) => {
        const { port } = new URL(address)
        get({ port, path }, ({ statusCode }) => resolve(statusCode)).once('error', reject)
      })
      expect(reply).toBe(400)
    }
  })
})
