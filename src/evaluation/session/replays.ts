import type { KeptRecords } from '../../run/kept-records.ts'
import { goalOf, isSimulated } from '../dataset/asked.ts'
import type { DatasetItem } from '../dataset/item.ts'
import type { ItemTask } from './evaluate-item.ts'

/** The numbers from 1. */
export const timesOf = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** How many conversations of a repeat have a simulated user. */
export const simulatedIn = (items: readonly DatasetItem[]) =>
  items.filter(({ user }) => isSimulated(user)).length

/**
 * Conversations in which the agent meets the words again that a simulated user said to it: each once before any a second
 * time. One that failed has none.
 */
export function replayTasks(
  items: readonly DatasetItem[],
  kept: KeptRecords,
  { repeats, replays }: { readonly repeats: number; readonly replays: number },
): ItemTask[] {
  const spoken = timesOf(repeats).flatMap((replayOf) =>
    items.flatMap((item) => {
      const record = isSimulated(item.user) ? kept.get({ itemId: item.id, repeat: replayOf }) : undefined
      if (record?.conversation === undefined || record.failure !== undefined) return []
      const user = record.conversation.turns.map((turn) => turn.user)
      return { item: { ...item, user, turns: undefined, until: goalOf(item) }, replayOf }
    }),
  )
  return timesOf(replays).flatMap((repeat) => spoken.map((task) => ({ ...task, repeat })))
}
