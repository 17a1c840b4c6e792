import { createHash, createHmac } from 'node:crypto'
import type { MonitorEvent } from '../alarms/monitor-event.ts'
import type { ReadMonitorOptions } from '../monitor-options.ts'
import { type Destination, RefusedError } from './destination.ts'

/**
 * Posts events as JSON. With a secret, `verdict-signature` is `t=<seconds>,v1=<hex>`: HMAC-SHA256 of the seconds, a dot
 * and the body. `verdict-event` is the event's id: it lets a receiver recognise an event that is sent twice because a
 * response was lost.
 */
export function webhook({ url, secret, answers }: ReadMonitorOptions['webhooks'][number]): Destination {
  return {
    name: nameDestination(url),
    async send(event, signal) {
      const body = JSON.stringify(answers ? event : withoutAnswers(event))
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'mastra-verdict',
          'verdict-event': event.id,
          ...(secret === undefined ? {} : { 'verdict-signature': signature(secret, body) }),
        },
        body,
        signal,
        // A redirect must not leak a secret address to another one.
        redirect: 'error',
      })
      await response.body?.cancel()
      if (response.ok) return
      const { status } = response
      const isPassing = status === 408 || status === 425 || status === 429 || status >= 500
      // A missing or forbidden address may be fixed in the meantime; an invalid request stays invalid.
      if (isPassing || status === 401 || status === 403 || status === 404 || status === 410)
        throw new Error(`HTTP ${status}`)
      throw new RefusedError(`HTTP ${status}: the address rejects the event`)
    },
  }
}

/** @param seconds Since 1970. Default: now. */
export function signature(secret: string, body: string, seconds = Math.floor(Date.now() / 1000)): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}

/** The path of an address is often a secret, so only its hash is shown. */
function nameDestination(url: string): string {
  const { origin } = new URL(url)
  return `webhook ${origin} ${createHash('sha256').update(url).digest('hex').slice(0, 8)}`
}

const withoutAnswers = (event: MonitorEvent): MonitorEvent =>
  'worst' in event ? { ...event, worst: [] } : event
