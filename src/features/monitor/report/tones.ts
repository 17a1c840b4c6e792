import type { Tone } from '../../../report/document/table.ts'
import type { MonitorEvent } from '../alarms/monitor-event.ts'
import type { StreamStatus } from '../status.ts'

/** An event has the tone of the state that it begins. */
const begun = { alarm: 'bad', mix: 'partly', blind: 'partly' } as const

export const stateTones = {
  ...begun,
  learning: 'neutral',
  worsening: 'partly',
  calm: 'good',
} as const satisfies Record<StreamStatus['state'], Tone>

export const eventTones = {
  ...begun,
  missed: 'partly',
  'judge changed': 'partly',
  finding: 'neutral',
  restart: 'neutral',
  recovery: 'good',
  'judge back': 'good',
  sighted: 'good',
} as const satisfies Record<MonitorEvent['kind'], Tone>
