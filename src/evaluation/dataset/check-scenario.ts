import { z } from 'zod/v4'
import { visible } from '../../text/statements/statements.ts'
import { type Row, rowError } from './row.ts'
import { isSimulated, type ScenarioFields, type SimulatedUserRow } from './scenario-fields.ts'

const script =
  'a list of one or more messages, each a text that is not blank, such as ["Where is my order?", "It is order 1042."]'

const goal = 'a text: what the user must have at the end, such as "The refund is confirmed."'

const text = (what: string) => z.string(`a text: ${what}`).regex(visible, `a text: ${what}`)
const scripted = z.array(z.string(script).regex(visible, script), script).min(1, script)
const simulated = z.strictObject(
  {
    goal: text('what the user wants'),
    knows: z.record(z.string(), z.json(), 'an object of what the user can tell').optional(),
    manner: text('how the user writes').optional(),
  },
  `${script}; or, for a simulated user, an object with only goal, knows and manner`,
)
const count =
  'a whole number from 1 to 100: the most messages that a simulated user sends; put what is said into user or inputs'

export const scenarioSchema = {
  user: z
    .custom<readonly string[] | SimulatedUserRow>()
    .superRefine((value, context) => {
      const { error } = (Array.isArray(value) ? scripted : simulated).safeParse(value)
      for (const { message, path } of error?.issues ?? []) context.addIssue({ code: 'custom', message, path })
    })
    .optional(),
  turns: z.int(count).min(1, count).max(100, count).optional(),
  until: z.string(goal).regex(visible, goal).optional(),
}

/** @throws DatasetError for a conversation next to another input or a recorded answer. */
export function checkScenario(
  item: ScenarioFields & { readonly input?: unknown; readonly inputs?: unknown; readonly output?: unknown },
  row: Row,
  source: string,
): void {
  if (item.turns !== undefined && !isSimulated(item.user))
    throw rowError(row, source, 'is only for a simulated user: give user a goal, or leave it out', 'turns')
  if (item.user === undefined) return
  const beside = (['input', 'inputs'] as const).find((field) => item[field] !== undefined)
  if (beside !== undefined)
    throw rowError(row, source, `cannot be combined with ${beside}: give one of them`, 'user')
  if (item.output !== undefined)
    throw rowError(
      row,
      source,
      'cannot be combined with user: a conversation is held again and has no recorded answer; leave one of them out',
      'output',
    )
}
