import { mkdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openLabels } from '../../../../src/features/labels/file/labels-writer.ts'
import { serveLabelling } from '../../../../src/features/labels/page/serve.ts'
import { sender } from '../../../server/send.ts'
import { newFile, sessionOf } from './session-of.ts'

const opened: Awaited<ReturnType<typeof serveLabelling>>[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

const at = { itemId: 'one', repeat: 1, at: '2026-11-22T12:00:00.000Z' }

async function served() {
  const file = newFile()
  const { session, labels } = await sessionOf(undefined, file)
  const onFailure = vi.fn()
  const server = await serveLabelling(session, { onFailure })
  opened.push(server)
  return {
    file,
    server,
    onFailure,
    session,
    labels,
    ...sender(server.address),
    json: sender(server.address).own,
  }
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

  it('tells the command and the page of a label that cannot be kept', async () => {
    const { send, json, file, session, onFailure } = await served()
    const { task } = await session.state()
    rmSync(file)
    mkdirSync(file)
    const reply = await send('POST', '/say', json, JSON.stringify({ task: task?.key, kind: 'skipped' }))
    expect([reply.status, reply.text]).toEqual([500, expect.stringContaining('It was not saved')])
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ reason: 'unwritable' }))
  })

  it('keeps a label for later while another process writes, and lets others write between labels', async () => {
    const { send, json, file, session, labels, onFailure } = await served()
    const { task } = await session.state()
    const body = JSON.stringify({ task: task?.key, kind: 'label', label: 'yes' })
    const other = await openLabels(file)
    const waiting = send('POST', '/say', json, body)
    await other.append({ kind: 'skipped', run: 'run-1', scorerId: 'x', ...at, rater: 'bob' })
    await other.close()
    expect((await waiting).status).toBe(200)
    expect(labels.lines.map(({ kind }) => kind)).toEqual(['draw', 'skipped', 'label'])
    const held = await openLabels(file)
    const { task: next } = await session.state()
    const refused = await send('POST', '/say', json, JSON.stringify({ task: next?.key, kind: 'skipped' }))
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining(`process ${process.pid} has been writing it`),
    ])
    expect(onFailure).not.toHaveBeenCalled()
    await held.close()
  })

  it('goes on after a request that is none, from whoever it is', async () => {
    const { send, json, onFailure } = await served()
    for (const path of ['//', '///', 'http://', '//:'])
      expect((await send('GET', path, { host: 'evil.example' })).status).toBe(400)
    expect((await send('GET', '/state', json)).status).toBe(200)
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('goes on where a page is closed in the middle of what it says', async () => {
    const { server, send, json, port, labels, onFailure } = await served()
    const { host } = new URL(server.address)
    const cut = request({
      ...{ host: '127.0.0.1', port, method: 'POST', path: '/say' },
      headers: { host, ...json, 'content-length': '100' },
    })
    cut.on('error', () => undefined)
    cut.write('{"task":', () => cut.destroy())
    await setTimeout(100)
    expect((await send('GET', '/state', json)).status).toBe(200)
    expect(onFailure).not.toHaveBeenCalled()
    expect(labels.lines.filter(({ kind }) => kind === 'label')).toEqual([])
  })

  it('listens on this machine alone', async () => {
    const { server } = await served()
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/)
  })
})
