import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Who may talk to the server: whoever opened the address with the token in it, from the page itself. Other pages in the
 * same browser are refused by their origin, names that were made to lead here by the host.
 */
export class Guard {
  /** In the address that the rater opens. */
  readonly token = randomBytes(24).toString('base64url')
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  /** The address that the rater opens: it says who they are, and is left at once for one that does not. */
  get address(): string {
    return `${this.#origins[0]}/?token=${this.token}`
  }

  /** Sends the token with each further request; scripts cannot read it, and other sites cannot send it. */
  get cookie(): string {
    return `${this.#cookieName}=${this.token}; HttpOnly; SameSite=Strict; Path=/`
  }

  /** Why a request is refused; undefined where it is not. */
  refuse({ method, headers }: IncomingMessage, token: string | null): string | undefined {
    const { host = '', origin, cookie = '' } = headers
    if (!this.#origins.includes(`http://${host}`)) return `the host ${host} is not served`
    if (origin !== undefined && !this.#origins.includes(origin)) return 'another page may not use this one'
    if (method === 'POST') {
      if (origin === undefined) return 'it does not say which page it comes from'
      if (headers['content-type'] !== 'application/json') return 'it is not JSON'
    }
    const site = headers['sec-fetch-site']
    const isFromOutside = site !== undefined && site !== 'same-origin' && site !== 'none'
    if (isFromOutside && method === 'POST') return 'another page may not use this one'
    const given = token ?? this.#tokenIn(cookie)
    return this.#isToken(given) ? undefined : 'open the address that `verdict label` printed'
  }

  get #origins(): readonly [string, string] {
    return [`http://127.0.0.1:${this.#port}`, `http://localhost:${this.#port}`]
  }

  /** Cookies know no ports: two sessions at once must not overwrite each other's. */
  get #cookieName(): string {
    return `verdict-label-${this.#port}`
  }

  #tokenIn(cookie: string): string {
    const pairs = cookie.split(';').map((pair) => pair.trim().split('='))
    return pairs.find(([name]) => name === this.#cookieName)?.[1] ?? ''
  }

  #isToken(given: string): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(this.token)]
    return one.length === other.length && timingSafeEqual(one, other)
  }
}
