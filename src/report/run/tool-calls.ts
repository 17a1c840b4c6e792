import type { ItemRecord } from '../../run/item-record.ts'
import { type ListedToolCall, listToolCalls } from '../../scorers/material/tool-calls.ts'
import { readToolCalls } from '../../transcript/tools.ts'
import { formatDuration } from '../format-numbers.ts'

/** Returns the tool calls of an answer, or of one of its turns, each with how long the tool took if that is known. */
export const timedToolCalls = (
  { toolDurationsInMs = {} }: Pick<ItemRecord, 'toolDurationsInMs'>,
  output: unknown,
): (ListedToolCall & { readonly took?: string })[] => {
  const ids = readToolCalls(output).map(({ toolCallId }) => toolCallId)
  return listToolCalls(output).map((call, index) => {
    const id = ids[index] ?? ''
    const durationInMs = Object.hasOwn(toolDurationsInMs, id) ? toolDurationsInMs[id] : undefined
    return { ...call, ...(durationInMs === undefined ? {} : { took: formatDuration(durationInMs) }) }
  })
}
