import { withoutUndefined } from '../../shared/without-undefined.ts'

/** A person whom a simulator plays; it is told this, and `until`, and nothing else of the item. */
export interface SimulatedUserRow {
  /** What the person wants, in plain words. */
  readonly goal: string
  /** What the person can tell: names, numbers, dates. Default: nothing. */
  readonly knows?: Readonly<Record<string, unknown>>
  /** How the person writes: 'terse and annoyed'. */
  readonly manner?: string
}

/** What an item says of a user who talks with an agent. */
export interface ScenarioFields {
  /**
   * In place of `input`: what a user says to an agent, message by message, each sent when the one before was answered;
   * or whom a simulator plays. The conversation is one item.
   */
  user?: readonly string[] | SimulatedUserRow
  /** How many messages a simulated user sends at most. Default 8. */
  turns?: number
  /** What the user must have at the end, in plain words, for the goal scorer and a simulated user. The target does not see it. Default: the goal of a simulated user. */
  until?: string
}

export const isSimulated = (user: ScenarioFields['user']): user is SimulatedUserRow =>
  user !== undefined && !Array.isArray(user)

export const turnsAtMost = ({ turns = 8 }: ScenarioFields): number => turns

/** What the user of an item must have at the end. */
export const goalOf = ({ user, until }: ScenarioFields): string | undefined =>
  until ?? (isSimulated(user) ? user.goal : undefined)

/** What an item asks, as records have it: an input, several, or what the user of a conversation says. */
export function askedBy({
  input,
  inputs,
  user,
  turns,
  until,
}: { readonly input?: unknown; readonly inputs?: unknown } & ScenarioFields): unknown {
  return inputs ?? (isSimulated(user) ? withoutUndefined({ ...user, turns, until }) : user) ?? input
}
