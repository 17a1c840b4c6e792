import type { MonitorEvent } from '../alarms/events.ts'

/** Somewhere that events go to. */
export interface Destination {
  /** Stays the same over restarts; never shows a secret. */
  readonly name: string
  /**
   * Hands one event over.
   *
   * @throws Error where it did not arrive and may be tried again.
   * @throws RefusedError where it is in vain to try again.
   */
  send(event: MonitorEvent, signal: AbortSignal): Promise<void>
}

/** The address refuses what it is sent, and would another time. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}
