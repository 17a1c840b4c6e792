import { z } from 'zod/v4'
import type { Feature } from '../../cli/surroundings.ts'
import type { MonitorSettings } from './monitor-options.ts'

export interface MonitorConfig {
  /** Settings of `verdict monitor`: the streams that it watches, and where it sends alarms. */
  monitor?: MonitorSettings
}

/** Read by `startMonitor`, which checks them. */
export const monitorFields = { monitor: z.unknown().optional() } satisfies Record<
  keyof MonitorConfig,
  z.ZodType
>

export const resolveMonitorPaths: NonNullable<Feature<MonitorConfig>['resolvePaths']> = (
  { monitor },
  resolve,
) => {
  if (monitor === undefined) return {}
  const { state, anchors, reference } = monitor
  return {
    monitor: {
      ...monitor,
      state: resolve(state),
      anchors: anchors && { ...anchors, file: resolve(anchors.file) },
      reference: reference && 'run' in reference ? { run: resolve(reference.run) } : reference,
    },
  }
}
