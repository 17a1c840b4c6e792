import { request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Asks a server of this machine as fetch would not let us: with any host and origin, and any path. */
export function sender(address: string) {
  const { port, host, origin, hash } = new URL(address)
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  const send = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
    new Promise<Reply>((resolve, reject) => {
      const asked = { host: '127.0.0.1', port, method, path, headers: { host, ...headers } }
      request(asked, async (response) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: await text(response),
        }),
      )
        .on('error', reject)
        .end(body)
    })
  /** What the page itself sends. */
  const own = { 'verdict-token': token, origin, 'content-type': 'application/json' }
  return { send, own, port, host, origin, token }
}
