import '../../shared/check-node.ts'

export type { MonitorEvent } from './alarms/monitor-event.ts'
export { drawAnchors } from './anchors/draw-anchors.ts'
export { type Monitor, monitor } from './monitor-loop.ts'
