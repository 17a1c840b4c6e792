import { z } from 'zod/v4'
import { sayIssue } from '../../../shared/say-issue.ts'
import type { MonitorEvent } from '../alarms/monitor-event.ts'
import { openAlarmsState } from '../alarms/open-alarms.ts'
import { anchorsState } from '../anchors/scorer-anchors.ts'
import { outboxState } from '../delivery/outbox.ts'
import { followState } from '../source/follow-table.ts'
import { streamState } from '../streams/stream-state.ts'
import { usersState } from '../streams/users.ts'

const monitorState = z.strictObject({
  version: z.literal(1),
  /** Scores read so far. */
  rows: z.int().min(0),
  scores: followState,
  copies: z.array(z.string()),
  /** Scores left out because of their times; absent in earlier states. */
  wrongTimes: z.int().min(0).optional(),
  jobs: followState.optional(),
  streams: z.array(streamState),
  without: z.record(z.string(), z.int()),
  users: usersState,
  anchors: anchorsState.optional(),
  outbox: outboxState,
  /** The latest, newest first. */
  events: z.array(z.custom<MonitorEvent>()),
  alarms: openAlarmsState,
  blind: z.array(z.string()),
})

export type MonitorState = z.output<typeof monitorState>

/** @throws TypeError if the value is not a state, or comes from another version of the package. */
export function readMonitorState(value: unknown): MonitorState {
  const read = monitorState.safeParse(value)
  if (read.success) return read.data
  throw new TypeError(
    `monitor: another version of mastra-verdict wrote the state (${sayIssue(read.error)}): remove it, or give the monitor another name`,
  )
}
