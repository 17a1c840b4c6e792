import { MonitorLoop } from './monitor-loop.ts'
import type { MonitorOptions } from './monitor-options.ts'
import { readMonitorOptions } from './monitor-options.ts'
import type { MonitorStatus } from './status.ts'

/** A monitor that runs. */
export interface Monitor {
  /**
   * What is known when it ends: after one look with `once`, else when it is stopped.
   *
   * @throws Error Where it could not begin, with `once` where the store could not be read, and where its state was lost.
   */
  readonly ended: Promise<MonitorStatus>
  /** What is known by now; undefined until the state was read. */
  status(): MonitorStatus | undefined
  /** Ends it after what it is at, with its state kept. */
  stop(): Promise<MonitorStatus>
}

/**
 * Follows the scores of a Mastra store from where it stopped, and tells when their means change beyond what is allowed,
 * with a bound on false alarms: docs/reference/monitor.md says what it promises, and what it takes.
 *
 * @throws TypeError for an option that is none, or is out of range.
 */
export function monitor(options: MonitorOptions): Monitor {
  const read = readMonitorOptions(options)
  const stop = new AbortController()
  const signal = read.signal ? AbortSignal.any([read.signal, stop.signal]) : stop.signal
  const loop = new MonitorLoop(read, signal)
  const ended = loop.run()
  // Whoever does not wait for the end is told by onWarning.
  ended.catch(() => undefined)
  return {
    ended,
    status: () => loop.status(),
    stop() {
      stop.abort(new Error('the monitor was stopped'))
      return ended
    },
  }
}
