import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { tokenHeader } from './token-header.ts'

export const loopback = '127.0.0.1'
const names: ReadonlySet<string> = new Set([loopback, 'localhost', '[::1]'])

export interface GuardOptions {
  /** The address that is listened on. Loopback: requests have to name this machine. */
  readonly host: string
  /** The command that prints the address with the token. Without it nobody needs one. */
  readonly command?: string
}

/**
 * Who may talk to a server: whoever names this machine as it is, so that no name of another leads here; no page but the
 * server's own; and where there is a token, whoever brings it, as the page does that was opened at its address.
 */
export class Guard {
  readonly token: string | undefined
  readonly #options: GuardOptions

  constructor(options: GuardOptions) {
    this.#options = options
    this.token = options.command === undefined ? undefined : randomBytes(24).toString('base64url')
  }

  /** Why a request is refused; undefined where it is not. */
  refuse({ method, url = '', headers }: IncomingMessage): string | undefined {
    const { host = '', origin, 'sec-fetch-site': site } = headers
    if (this.#options.host === loopback && !names.has(host.replace(/:\d+$/, '')))
      return `the host ${host} is not served`
    // The page itself holds nothing, and may be opened from anywhere.
    if (this.token !== undefined && /^\/(?:$|\?)/.test(url)) return undefined
    // Another port of this machine is another page on the same site.
    const isOfAnother = origin !== undefined && origin !== `http://${host}`
    if (isOfAnother || (site !== undefined && site !== 'same-origin' && site !== 'none'))
      return 'another page may not use this one'
    if (this.token === undefined) return undefined
    if (method === 'POST') {
      if (origin === undefined) return 'it does not say which page it comes from'
      if (headers['content-type'] !== 'application/json') return 'it is not JSON'
      if (headers['content-length'] === undefined) return 'it does not say how long it is'
    }
    return isSame(headers[tokenHeader], this.token)
      ? undefined
      : `open the address that \`${this.#options.command}\` printed`
  }
}

/** In a time that says nothing of the token. */
function isSame(given: string | string[] | undefined, token: string): boolean {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
}
