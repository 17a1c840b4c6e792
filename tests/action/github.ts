import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export interface Comment {
  readonly id: number
  body: string
  readonly user: { readonly login: string; readonly type: 'Bot' | 'User' }
}

export const token = 'ghs_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8'
const bot = { login: 'github-actions[bot]', type: 'Bot' } as const

/** Answers a request in place of the API; undefined leaves it to the API. */
export type Answer = (method: string, count: number) => number | undefined

/** The comments of pull request 7 of owner/project behind GitHub's REST API, on loopback. */
export async function github(comments: Comment[] = [], answer: Answer = () => undefined) {
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const method = request.method ?? ''
    const end = (status: number, content: unknown, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(content))
    requests.push(`${method} ${request.url}`)
    const content = method === 'GET' ? {} : ((await json(request)) as { body: string })
    if (request.headers.authorization !== `Bearer ${token}`) return end(401, {})
    const status = answer(method, requests.filter((one) => one.startsWith(method)).length)
    if (status !== undefined) return end(status, { message: `no, ${token}` })
    const { body = '' } = content as { body?: string }
    if (body.length > 65_536) return end(422, { message: 'body is too long' })
    const all = '/repos/owner/project/issues/7/comments'
    const [, id] = /^\/repos\/owner\/project\/issues\/comments\/(\d+)$/.exec(pathname) ?? []
    const found = comments.find((one) => one.id === Number(id))
    if (method === 'PATCH' && found !== undefined) {
      found.body = body
      return end(200, found)
    }
    if (pathname !== all) return end(404, {})
    if (method === 'POST') {
      comments.push({ id: comments.length + 1, body, user: bot })
      return end(201, comments.at(-1))
    }
    const size = Number(searchParams.get('per_page') ?? 30)
    const page = Number(searchParams.get('page') ?? 1)
    const link = page * size < comments.length ? { link: `<http://elsewhere.invalid/>; rel="next"` } : {}
    return end(200, comments.slice((page - 1) * size, page * size), link)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    comments,
    requests,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const script = fileURLToPath(new URL('../../action/comment.mjs', import.meta.url))

interface Workflow {
  /** Undefined where the evaluation has written none. */
  readonly report?: string
  readonly name?: string
  readonly event?: object
}

/** Runs the script as the step of a workflow. */
export async function comment(
  url: string,
  { report, name = 'verdict', event = { pull_request: { number: 7 } } }: Workflow,
) {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-action-'))
  const [eventFile, reportFile] = [join(folder, 'event.json'), join(folder, 'report.md')]
  writeFileSync(eventFile, JSON.stringify(event))
  if (report !== undefined) writeFileSync(reportFile, report)
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      GITHUB_API_URL: url,
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_REPOSITORY: 'owner/project',
      GITHUB_RUN_ID: '99',
      GITHUB_EVENT_PATH: eventFile,
      GITHUB_TOKEN: token,
      COMMENT_FILE: reportFile,
      COMMENT_NAME: name,
    },
  })
  const closed = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await closed
  return { code, stdout, stderr }
}
