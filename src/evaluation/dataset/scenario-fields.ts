import { withoutUndefined } from '../../shared/without-undefined.ts'

/** A person played by a simulator, which sees this, `until`, and nothing else of the item. */
export interface SimulatedUserRow {
  /** The person's goal, in plain words. */
  readonly goal: string
  /** The facts that the person can give: names, numbers, dates. Default: none. */
  readonly knows?: Readonly<Record<string, unknown>>
  /** The person's way of writing: 'terse and annoyed'. */
  readonly manner?: string
}

export interface ScenarioFields {
  /**
   * In place of `input`: a user's messages to an agent, each sent once the one before is answered; or a person for a
   * simulator to play. The conversation is one item.
   */
  user?: readonly string[] | SimulatedUserRow
  /** The maximum number of messages from a simulated user. Default 8. */
  turns?: number
  /**
   * The outcome that the user must have at the end, in plain words, for the goal scorer and a simulated user. The
   * target does not see it. Default: the goal of a simulated user.
   */
  until?: string
}

export const isSimulated = (user: ScenarioFields['user']): user is SimulatedUserRow =>
  user !== undefined && !Array.isArray(user)

export const maximumTurns = ({ turns = 8 }: ScenarioFields): number => turns

export const readGoal = ({ user, until }: ScenarioFields): string | undefined =>
  until ?? (isSimulated(user) ? user.goal : undefined)

/** Returns an item's question as records have it: an input, several, or the user of a conversation. */
export function askedBy(
  fields: { readonly input?: unknown; readonly inputs?: unknown } & ScenarioFields,
): unknown {
  const { input, inputs, user, turns, until } = fields
  return inputs ?? (isSimulated(user) ? withoutUndefined({ ...user, turns, until }) : user) ?? input
}
