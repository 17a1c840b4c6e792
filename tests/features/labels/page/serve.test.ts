import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { serveLabelling } from '../../../../src/features/labels/page/serve.ts'
import { sender } from '../../../server/send.ts'
import { sessionOf } from './session-of.ts'

const opened: Awaited<ReturnType<typeof serveLabelling>>[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

async function served() {
  const { session, labels } = await sessionOf()
  const server = await serveLabelling(session)
  opened.push(server)
  return { server, session, labels, ...sender(server.address), json: sender(server.address).own }
}

describe('the server of the labelling page', () => {
  it('gives whoever names this machine a page that holds nothing, and may do nothing but its work', async () => {
    const { send, token, port } = await served()
    const page = await send('GET', '/')
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'/,
    )
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
    expect(page.text).not.toContain(token)
    expect((await send('GET', '/', { host: `evil.example:${port}` })).status).toBe(403)
  })

  it('sets no cookie, which every other port of this machine would be sent', async () => {
    const { send, json, token } = await served()
    for (const path of ['/', `/?token=${token}`, '/state'])
      expect((await send('GET', path, json)).headers).not.toHaveProperty('set-cookie')
  })

  it('refuses whoever has no token, or another, or brings it as a cookie or in the address', async () => {
    const { send, json, port, token, session } = await served()
    const before = await session.state()
    const without = { ...json, 'verdict-token': '' }
    for (const headers of [
      without,
      { ...json, 'verdict-token': 'guess' },
      { ...without, cookie: `verdict-label-${port}=${token}; verdict-token=${token}; token=${token}` },
    ])
      for (const [method, path] of [
        ['GET', '/state'],
        ['GET', `/state?token=${token}`],
        ['POST', '/say'],
        ['POST', `/undo?token=${token}`],
      ] as const)
        expect((await send(method, path, headers, method === 'POST' ? '{}' : '')).status).toBe(403)
    expect(await session.state()).toEqual(before)
  })

  it('refuses other pages and other names, even with the token', async () => {
    const { send, json, labels, session, port, token } = await served()
    const { task } = await session.state()
    const body = JSON.stringify({ task: task?.key, kind: 'label', label: 'yes' })
    const bad = [
      { ...json, origin: 'http://evil.example' },
      { ...json, origin: 'null' },
      { ...json, origin: `http://127.0.0.1:${Number(port) + 1}` },
      { ...json, host: `evil.example:${port}` },
      { ...json, 'content-type': 'text/plain' },
      { ...json, 'sec-fetch-site': 'cross-site' },
      { ...json, 'sec-fetch-site': 'same-site' },
      { 'verdict-token': token, 'content-type': 'application/json' },
    ]
    for (const headers of bad)
      for (const path of ['/say', '/undo'])
        expect(await send('POST', path, headers as unknown as Record<string, string>, body)).toMatchObject({
          status: 403,
        })
    const others: Record<string, string>[] = [
      { host: `evil.example:${port}` },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const other of others) expect((await send('GET', '/state', { ...json, ...other })).status).toBe(403)
    expect(labels.lines.filter(({ kind }) => kind === 'label')).toEqual([])
    expect((await send('POST', '/say', json, body)).status).toBe(200)
    expect(labels.lines.filter(({ kind }) => kind === 'label')).toHaveLength(1)
  })

  it('answers what is no label with a reason, and what is next', async () => {
    const { send, json } = await served()
    expect(await send('POST', '/say', json, '{"task":')).toMatchObject({ status: 400 })
    expect(await send('POST', '/say', json, '{"task":"x","kind":"loved"}')).toMatchObject({ status: 400 })
    const long = JSON.stringify({ task: 'x', kind: 'skipped', comment: 'x'.repeat(100_000) })
    expect(await send('POST', '/say', json, long)).toMatchObject({ status: 413 })
    const stale = await send('POST', '/say', json, '{"task":"x","kind":"skipped"}')
    expect(stale.status).toBe(409)
    expect(JSON.parse(stale.text)).toMatchObject({
      error: expect.stringContaining('already answered'),
      state: { task: {} },
    })
    expect((await send('POST', '/undo', json, '{}')).status).toBe(409)
    expect((await send('GET', '/labels.jsonl', json)).status).toBe(404)
  })

  it('ends where a label cannot be kept, and says so to the page', async () => {
    const { send, json, labels, session, server } = await served()
    const { task } = await session.state()
    await labels.close()
    const ended = expect(server.ended).rejects.toThrow('cannot be written')
    const reply = await send('POST', '/say', json, JSON.stringify({ task: task?.key, kind: 'skipped' }))
    expect(reply.status).toBe(500)
    expect(reply.text).toContain('It was not saved')
    await ended
  })

  it('goes on after a request that is none, from whoever it is', async () => {
    const { server, send, json } = await served()
    const ended = vi.fn()
    server.ended.then(ended, ended)
    for (const path of ['//', '///', 'http://', '//:'])
      expect((await send('GET', path, { host: 'evil.example' })).status).toBe(400)
    expect((await send('GET', '/state', json)).status).toBe(200)
    expect(ended).not.toHaveBeenCalled()
  })

  it('goes on where a page is closed in the middle of what it says', async () => {
    const { server, send, json, port, labels } = await served()
    const ended = vi.fn()
    server.ended.then(ended, ended)
    const { host } = new URL(server.address)
    const cut = request({
      ...{ host: '127.0.0.1', port, method: 'POST', path: '/say' },
      headers: { host, ...json, 'content-length': '100' },
    })
    cut.on('error', () => undefined)
    cut.write('{"task":', () => cut.destroy())
    await setTimeout(100)
    expect((await send('GET', '/state', json)).status).toBe(200)
    expect(ended).not.toHaveBeenCalled()
    expect(labels.lines.filter(({ kind }) => kind === 'label')).toEqual([])
  })

  it('listens on this machine alone', async () => {
    const { server } = await served()
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/)
  })
})
