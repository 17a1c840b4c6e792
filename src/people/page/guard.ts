import type { IncomingMessage } from 'node:http'
import { AccessToken } from '../../shared/local-server.ts'

/** The header in which the page sends the token: no other page can, and no browser does it by itself as with cookies. */
export const tokenHeader = 'verdict-token'

/**
 * Who may talk to the server: whoever opened the address with the token in it, from the page itself. Other pages in the
 * same browser are refused by their origin, names that were made to lead here by the host.
 */
export class Guard {
  readonly #token = new AccessToken()
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  /** What the rater opens. A browser sends what stands behind # to nobody: the page's script takes it from there. */
  get address(): string {
    return `${this.#origins[0]}/#token=${this.#token.text}`
  }

  /** Why a request for the page, which holds nothing of the run, is refused; undefined where it is not. */
  refusePage({ headers: { host = '' } }: IncomingMessage): string | undefined {
    return this.#origins.includes(`http://${host}`) ? undefined : `the host ${host} is not served`
  }

  /** Why a request for anything else is refused; undefined where it is not. */
  refuse(request: IncomingMessage): string | undefined {
    const { method, headers } = request
    const { origin, 'sec-fetch-site': site } = headers
    const wrongHost = this.refusePage(request)
    if (wrongHost !== undefined) return wrongHost
    const isOfAnother = origin !== undefined && !this.#origins.includes(origin)
    // Another port of this machine is another page on the same site.
    if (isOfAnother || (site !== undefined && site !== 'same-origin' && site !== 'none'))
      return 'another page may not use this one'
    if (method === 'POST') {
      if (origin === undefined) return 'it does not say which page it comes from'
      if (headers['content-type'] !== 'application/json') return 'it is not JSON'
    }
    const given = headers[tokenHeader]
    return typeof given === 'string' && this.#token.is(given)
      ? undefined
      : 'open the address that `verdict label` printed'
  }

  get #origins(): readonly [string, string] {
    return [`http://127.0.0.1:${this.#port}`, `http://localhost:${this.#port}`]
  }
}
