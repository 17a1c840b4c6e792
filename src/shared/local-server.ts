import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const loopback = '127.0.0.1'
const names: ReadonlySet<string> = new Set([loopback, 'localhost', '[::1]'])

/** A secret that whoever may use a server of this machine was told. */
export class AccessToken {
  readonly text = randomBytes(24).toString('base64url')

  /** Whether it was given, in a time that says nothing of it. */
  is(given: string): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(this.text)]
    return one.length === other.length && timingSafeEqual(one, other)
  }
}

/**
 * Whether a request names this machine as its host: a page of another site may have its own name lead here, and cannot
 * send this machine's.
 */
export const namesThisMachine = ({ headers }: IncomingMessage): boolean =>
  names.has((headers.host ?? '').replace(/:\d+$/, ''))

/** What is asked for; undefined where it is no path of this server, such as '//' or a whole address. */
export function addressOf({ url = '/' }: IncomingMessage): URL | undefined {
  const read = /^\/(?!\/)/.test(url) ? URL.parse(url, `http://${loopback}`) : null
  return read?.hostname === loopback ? read : undefined
}

/** Of a page or of data that is for this machine's eyes alone. */
export const privateHeaders = (type: string) => ({
  'content-type': `${type}; charset=utf-8`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
})
