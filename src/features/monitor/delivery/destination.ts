import type { MonitorEvent } from '../alarms/monitor-event.ts'

export interface Destination {
  /** Stable over restarts; never contains a secret. */
  readonly name: string
  /** Returns whether anybody receives what is sent. Default: true. */
  isConfigured?(): boolean
  /**
   * Delivers one event.
   *
   * @throws Error if it did not arrive and can be retried.
   * @throws RefusedError if a retry is pointless.
   */
  send(event: MonitorEvent, signal: AbortSignal): Promise<void>
}

/** Thrown if the receiver rejects the event and would reject it again. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}
