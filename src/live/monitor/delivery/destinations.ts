import type { ReadMonitorOptions } from '../monitor-options.ts'
import type { Destination } from './destination.ts'
import { telemetryEvents } from './telemetry.ts'
import { webhook } from './webhook.ts'

/** Where the events of a monitor go, by its options. */
export function destinationsOf({
  webhooks,
  telemetry,
  onEvent,
}: Pick<ReadMonitorOptions, 'webhooks' | 'telemetry' | 'onEvent'>): Destination[] {
  const all = [
    ...(onEvent === undefined
      ? []
      : [{ name: 'onEvent', send: async (event) => void (await onEvent(event)) } satisfies Destination]),
    ...(telemetry ? [telemetryEvents] : []),
    ...webhooks.map(webhook),
  ]
  return [...new Map(all.map((destination) => [destination.name, destination])).values()]
}
