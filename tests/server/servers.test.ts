import { describe, expect, it, onTestFinished } from 'vitest'
import { serveLabelling } from '../../src/features/labels/page/serve.ts'
import { serveMonitor } from '../../src/features/monitor/report/serve.ts'
import { serveHealth, WorkerMetrics } from '../../src/features/workers/worker/health.ts'
import { serve } from '../../src/server/serve.ts'
import { withoutUndefined } from '../../src/shared/without-undefined.ts'
import { sessionOf } from '../features/labels/page/session-of.ts'
import { statusOf } from '../features/monitor/report/status-of.ts'
import { newFolder } from '../features/view/runs-folder.ts'
import { serveRuns } from '../features/view/serve-runs.ts'
import { testQueue } from '../support/queues.ts'
import { sender } from './send.ts'

const worker = { lastReached: new Date(), counts: {}, ended: undefined, stop: undefined } as never

/** Every server that there is: what it serves, and whether it takes a token. */
const servers = [
  {
    name: 'the labelling page',
    open: async () => serveLabelling((await sessionOf()).session),
    ...{ secret: '/state', hasToken: true, posts: ['/say', '/undo'] },
  },
  {
    name: 'the page of the monitor',
    open: () => serveMonitor(() => statusOf(), { port: 0 }),
    ...{ secret: '/page', hasToken: true, posts: [] },
  },
  {
    name: 'the page of runs',
    open: () => serveRuns(newFolder()),
    ...{ secret: '/page', hasToken: true, posts: [] },
  },
  {
    name: 'the health of a worker',
    open: () => serveHealth(worker, new WorkerMetrics(testQueue({ pglite: 'memory://' })), { port: 0 }),
    ...{ secret: '/health', hasToken: false, posts: [] },
  },
]

describe.each(servers)('$name', ({ open, secret, hasToken, posts }) => {
  // Health has no token, since it tells nothing secret: these are not about it.
  const itWithToken: (name: string, test: () => Promise<void>) => void = hasToken ? it : () => {}
  async function opened() {
    const served = await open()
    onTestFinished(() => served.close())
    return { served, ...sender(served.address) }
  }

  it('answers its own page, by each name of this machine', async () => {
    const { send, own, port } = await opened()
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'localhost']) {
      const headers = { ...own, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
      expect(await send('GET', secret, headers)).toMatchObject({ status: 200 })
    }
    expect(await send('HEAD', secret, own)).toMatchObject({ status: 200, text: '' })
  })

  const evil = 'evil.example'
  it.each<[string, (to: { port: string; origin: string }) => Record<string, string | undefined>]>([
    ['a foreign host', () => ({ host: evil })],
    [
      'a name that was made to lead here',
      ({ port }) => ({ host: `${evil}:${port}`, origin: `http://${evil}:${port}` }),
    ],
    ['a host that begins as this machine', () => ({ host: `127.0.0.1.${evil}` })],
    ['a foreign origin', () => ({ origin: `http://${evil}` })],
    ['an origin that says nothing', () => ({ origin: 'null' })],
    ['this origin by another protocol', ({ origin }) => ({ origin: origin.replace('http:', 'https:') })],
    ['the page of another port', ({ port }) => ({ origin: `http://127.0.0.1:${Number(port) + 1}` })],
    ['another port, as a browser says', () => ({ origin: undefined, 'sec-fetch-site': 'same-site' })],
    ['another site, as a browser says', () => ({ origin: undefined, 'sec-fetch-site': 'cross-site' })],
  ])('refuses %s, token or not', async (_, differing) => {
    const { send, own, port, origin } = await opened()
    const headers = withoutUndefined({ ...own, ...differing({ port, origin }) }) as Record<string, string>
    const asked = [
      ['GET', secret],
      ['HEAD', secret],
      ...posts.map((post) => ['POST', post] as const),
    ] as const
    for (const [method, path] of asked)
      expect(await send(method, path, headers, method === 'POST' ? '{}' : '')).toMatchObject({ status: 403 })
    expect((await send('GET', secret, own)).status).toBe(200)
  })

  itWithToken('refuses whoever has no token, or another, however it is brought', async () => {
    const { send, own, token, port } = await opened()
    const without = { ...own, 'verdict-token': '' }
    for (const headers of [
      without,
      { ...own, 'verdict-token': 'guess' },
      { ...own, 'verdict-token': `${token}x` },
      { ...without, cookie: `verdict-token=${token}; token=${token}; verdict-${port}=${token}` },
      { ...without, authorization: `Bearer ${token}` },
    ])
      for (const path of [secret, `${secret}?token=${token}`])
        expect((await send('GET', path, headers)).status).toBe(403)
  })

  itWithToken('takes nothing but its pages for a page', async () => {
    const { send } = await opened()
    for (const path of [`${secret}#/`, `${secret}?/`, `${secret}?x=/`, `${secret}/../${secret.slice(1)}`])
      expect((await send('GET', path)).status).toBe(403)
    for (const path of [`${secret}/`, `/%2e%2e${secret}/`, `${secret}/.//`])
      expect([404, 400]).toContain((await send('GET', path)).status)
  })

  itWithToken('has a page at its address that holds nothing, and tells the token to no port', async () => {
    const { served, send, own, token } = await opened()
    const page = await send('GET', '/', { 'sec-fetch-site': 'cross-site' })
    expect(page).toMatchObject({ status: 200, headers: { 'x-frame-options': 'DENY' } })
    expect(page.text).not.toContain(token)
    expect(served.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/)
    for (const path of ['/', `/?token=${token}`, secret])
      expect((await send('GET', path, own)).headers).not.toHaveProperty('set-cookie')
  })

  it('keeps what it says out of caches, frames and other origins', async () => {
    const { send, own } = await opened()
    for (const headers of [own, { host: evil }])
      expect((await send('GET', secret, headers)).headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
    expect((await send('GET', secret, own)).headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('takes no more than a little, and no method but its own', async () => {
    const { send, own } = await opened()
    const huge = JSON.stringify({ task: 'x'.repeat(100_000) })
    for (const path of posts) expect((await send('POST', path, own, huge)).status).toBe(413)
    for (const path of posts) {
      const chunked = { ...own, 'transfer-encoding': 'chunked' }
      expect((await send('POST', path, chunked, huge)).status).toBe(403)
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const reply = await send(method, secret, own, method === 'POST' ? huge : '')
      expect(reply).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
    }
    expect((await send('GET', secret, own)).status).toBe(200)
  })

  it('answers what is no path of it, and goes on', async () => {
    const { send, own } = await opened()
    for (const path of ['//', '///x', '//:', 'http://', `http://${evil}/`])
      expect((await send('GET', path, own)).status).toBe(400)
    expect(await send('GET', '/other', own)).toMatchObject({
      status: 404,
      text: expect.stringContaining(secret),
    })
    expect((await send('GET', secret, own)).status).toBe(200)
  })
})

it('answers to any host where it listens for others, and still to no page of another', async () => {
  const served = await serve({ port: 0, host: '0.0.0.0' }, (routes) =>
    routes.get('/health', (context) => context.text('ok')),
  )
  const { send, port } = sender(served.address.replace('0.0.0.0', '127.0.0.1'))
  expect((await send('GET', '/health', { host: 'worker-7.internal:9464' })).status).toBe(200)
  expect((await send('GET', '/health', { origin: 'http://evil.example' })).status).toBe(403)
  await served.close()
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
})

it('says that a port is taken', async () => {
  const served = await serve({ port: 0 }, () => {})
  const port = Number(new URL(served.address).port)
  await expect(serve({ port }, () => {})).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await served.close()
})
