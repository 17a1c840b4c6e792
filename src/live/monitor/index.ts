import '../../shared/check-node.ts'

export type { MonitorEvent } from './alarms/events.ts'
export { type DrawnAnchors, drawAnchors } from './anchors/draw-anchors.ts'
export { type Monitor, monitor } from './monitor-loop.ts'
export type { MonitorOptions } from './monitor-options.ts'
export type { MonitorStatus } from './status.ts'
