import type { RowValue } from './sheets.ts'

type Values = ReadonlyMap<string, RowValue>

/** The same replies, read by share where the scorer counts by verdict, and by verdict where it counts by share. */
export function otherReading(set: Values): { name: string; values?: Map<string, RowValue> } {
  const all = [...set]
  const isByShare = all.some(
    ([, { value, readings }]) => readings !== undefined && value !== readings.verdict,
  )
  const other = isByShare ? 'verdict' : 'share'
  const values = all.flatMap(([id, { readings }]) =>
    readings === undefined ? [] : [[id, { value: readings[other] }] as const],
  )
  const name = `weighting: '${other}'`
  return values.length === 0 ? { name } : { name, values: new Map(values) }
}
