import { type MonitorEvent, monitor } from '../../../src/features/monitor/index.ts'
import type { MonitorOptions } from '../../../src/features/monitor/monitor-options.ts'

/** One look, with all that it told; the first 100 observations are the reference. */
export async function once(options: Partial<MonitorOptions>) {
  const events: MonitorEvent[] = []
  const warnings: string[] = []
  const status = await monitor({
    ...{ once: true, telemetry: false, reference: { first: 100 } },
    onEvent: (event) => events.push(event),
    onWarning: (sentence) => warnings.push(sentence),
    ...options,
  }).ended
  return { status, events, warnings }
}
