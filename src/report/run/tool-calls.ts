import type { ItemRecord } from '../../run/item-record.ts'
import { type ListedToolCall, listToolCalls } from '../../scorers/material/tool-calls.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { readToolCalls } from '../../transcript/tools.ts'
import { formatDuration } from '../format-numbers.ts'

/** A tool call with how long the tool took, if that is known. */
export interface TimedToolCall extends ListedToolCall {
  readonly durationInMs?: number
}

/** Returns the tool calls of an answer, or of one of its turns. */
export function timedToolCalls(
  { toolDurationsInMs = {} }: Pick<ItemRecord, 'toolDurationsInMs'>,
  output: unknown,
): TimedToolCall[] {
  const ids = readToolCalls(output).map(({ toolCallId }) => toolCallId)
  return listToolCalls(output).map((call, index) => {
    const id = ids[index] ?? ''
    const durationInMs = Object.hasOwn(toolDurationsInMs, id) ? toolDurationsInMs[id] : undefined
    return { ...call, ...withoutUndefined({ durationInMs }) }
  })
}

/** '1.2 s'; undefined if nobody measured it. */
export const tookText = ({ durationInMs }: TimedToolCall) =>
  durationInMs === undefined ? undefined : formatDuration(durationInMs)
