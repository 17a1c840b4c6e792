import type { Feature } from '../../cli/surroundings.ts'
import { addAnchorsCommand, addMonitorCommand } from './command-options.ts'
import { type MonitorConfig, monitorFields, resolveMonitorPaths } from './config.ts'

export const monitorFeature: Feature<MonitorConfig> = {
  fields: monitorFields,
  resolvePaths: resolveMonitorPaths,
  group: 'Live answers',
  addCommands(program, connect) {
    const monitor = addMonitorCommand(program)
    connect(monitor, async () => (await import('./commands/monitor.ts')).monitorCommand)
    connect(addAnchorsCommand(monitor), async () => (await import('./commands/anchors.ts')).anchorsCommand)
  },
  room: {
    path: 'monitor',
    title: 'Live scores',
    isOffered: ({ monitor }) => monitor !== undefined,
    add: async (routes, around) => (await import('./report/monitor-room.ts')).addMonitorRoom(routes, around),
  },
}
