import { z } from 'zod/v4'
import { type Row, rowError } from './row.ts'

/** What an item says of a user who talks with an agent. */
export interface ScenarioFields {
  /**
   * What a user says to an agent, message by message, each sent when the one before was answered; in place of `input`.
   * The conversation is one item.
   */
  user?: readonly string[]
  /** What the user must have at the end, in plain words, for the goal scorer. The target does not see it. */
  until?: string
}

const script =
  'a list of one message or more, each a text that is not blank, such as ["Where is my order?", "It is order 1042."]'

const goal = 'a text: what the user must have at the end, such as "The refund is confirmed."'

export const scenarioSchema = {
  user: z.array(z.string(script).regex(/\S/, script), script).min(1, script).readonly().optional(),
  until: z.string(goal).regex(/\S/, goal).optional(),
}

interface RowBeside extends ScenarioFields {
  readonly input?: unknown
  readonly inputs?: unknown
  readonly output?: unknown
}

/** @throws DatasetError for a conversation beside another input, or beside an answer that was recorded. */
export function checkScenario(item: RowBeside, row: Row, source: string): void {
  if (item.user === undefined) return
  const beside = (['input', 'inputs'] as const).find((field) => item[field] !== undefined)
  if (beside !== undefined) throw rowError(row, source, `stands beside ${beside}: give one of them`, 'user')
  if (item.output !== undefined)
    throw rowError(
      row,
      source,
      'stands beside user: a conversation is held anew and has no recorded answer; leave one of them out',
      'output',
    )
}
