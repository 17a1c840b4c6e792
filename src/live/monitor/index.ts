export type {
  AlarmEvent,
  FindingEvent,
  JudgeEvent,
  MissedEvent,
  MonitorEvent,
  MovedGroup,
  RecoveryEvent,
  SightEvent,
  WorstAnswer,
} from './alarms/events.ts'
export { type DrawAnchorsOptions, type DrawnAnchors, drawAnchors } from './anchors/draw-anchors.ts'
export { type Monitor, monitor } from './monitor.ts'
export type {
  AnchorOptions,
  MonitorOptions,
  MonitorReference,
  MonitorSettings,
  WebhookOptions,
} from './monitor-options.ts'
export type { AgentCoverage, SeenAndScored } from './source/coverage.ts'
export type { DatabaseOption } from './source/database.ts'
export type { AnchorStatus, MeanStatus, MonitorStatus, StreamStatus } from './status.ts'
export type { StreamKey } from './streams/stream.ts'
