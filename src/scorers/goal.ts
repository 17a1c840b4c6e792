import { z } from 'zod/v4'
import type { ChoiceQuestion, Task } from '../judge/contract.ts'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { formatNumber } from '../shared/format-number.ts'
import { nameTurn } from '../text/mark-turns.ts'
import { visible } from '../text/statements/statements.ts'
import { readTurns } from '../transcript/question.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { requireAnswer } from './material/answer.ts'
import { describeCall, listToolCalls } from './material/tool-calls.ts'
import { isInDoubt, toLeaning } from './reason/count-found.ts'
import { asClause, oneLine } from './reason/reason.ts'
import type { JudgedUnits } from './units/judge-units.ts'

export const goalTask: Task = {
  name: 'conversation-goal',
  version: 1,
  instructions: `You judge whether a user got what they wanted out of a conversation with an assistant. The material has the goal and the conversation by turns: what the user said, what the assistant said, and the tools that it called.`,
}

export const goalQuestion: ChoiceQuestion<'reached' | 'open'> = {
  type: 'choice',
  instructions:
    'With the conversation read up to the end of this turn, and not beyond it, does the user have all that the goal asks for?',
  criteria: {
    reached:
      'all of it is given or done. What settles it can be pointed at in this turn or an earlier one, and no later turn up to here takes it back; name it in the reason.',
    open: 'a part is missing, wrong, only promised or only claimed although the tools show otherwise, or was taken back. Say in the reason what is missing.',
  },
  share:
    'of 100 careful readers who stop at this turn, how many would say that the user has all of what the goal asks for',
  line: { reached: 1, open: 0 },
}

/** Returns the turn, from 1, since which the goal is reached; undefined if it is not reached at the end. */
function findTurn(verdicts: readonly { readonly verdict: string }[]): number | undefined {
  const open = verdicts.findLastIndex(({ verdict }) => verdict !== 'reached')
  return open === verdicts.length - 1 ? undefined : open + 2
}

/** @param reachedAtTurn The turn, from 1, since which it is reached; undefined if not at the end. */
function count(verdicts: JudgedUnits['verdicts'], reachedAtTurn: number | undefined, goal: string): string {
  const last = verdicts.at(-1)
  if (last === undefined) return `the assistant did nothing towards the goal “${oneLine(goal)}”`
  const told = (reachedAtTurn === undefined ? last : verdicts[reachedAtTurn - 1])?.reason
  if (isInDoubt(last)) {
    const found = `(${formatNumber(last.credit)}${last.reason === undefined ? '' : `: ${asClause(last.reason)}`})`
    const leaning = toLeaning(last.credit)
    return leaning === undefined
      ? `whether the goal “${oneLine(goal)}” is reached is in doubt ${found}`
      : `the goal “${oneLine(goal)}” is probably ${leaning === 1 ? '' : 'not '}reached ${found}`
  }
  const before = verdicts.findLastIndex(({ verdict }) => verdict === 'reached') + 1
  return [
    `the goal “${oneLine(goal)}” is `,
    reachedAtTurn === undefined
      ? `not reached after ${verdicts.length === 1 ? '1 turn' : `${verdicts.length} turns`}`
      : `reached at turn ${reachedAtTurn} of ${verdicts.length}`,
    told === undefined ? '' : ` (${asClause(told)})`,
    reachedAtTurn === undefined && before > 0 ? `; it had been reached at turn ${before}` : '',
  ].join('')
}

/**
 * # Goal
 *
 * Has the user, at the end of a conversation, got what they came for? The judge sees both sides and the tool
 * results, and says for each turn whether the goal is *reached* by the end of that turn or still *open*.
 *
 *     score = scale · credit of the last turn
 *
 * The deciding turn is the first of the unbroken series of *reached* turns at the end: a goal that is reached
 * and lost again is not reached.
 */
function goal(
  config: JudgedScorerConfig<JudgedOptions> & {
    /** The goal in plain words. Default: the `until` of the item, or its user's goal. */
    goal?: string
  },
) {
  return unitScorer(config, {
    factory: 'createGoalScorer',
    id: 'goal',
    name: 'Goal',
    over: 'conversation',
    description: 'Whether, at the end of the conversation, the user has what they came for',
    options: z.strictObject(judgedOptions),
    config: { goal: z.string().regex(visible, 'must not be blank').optional() },
    task: goalTask,
    question: goalQuestion,
    prefix: 't',
    read(run) {
      const wanted = config.goal ?? run.goal
      if (wanted === undefined)
        return notScorable('there is no goal: give the item an until, or the scorer a goal')
      const answer = requireAnswer(run.output)
      if (isNotScorable(answer)) return answer
      const turns = readTurns(run.input, run.output)
      const says = turns.some(({ assistant, output }) => assistant !== '' || listToolCalls(output).length > 0)
      return { goal: wanted, turns: says ? turns : [] }
    },
    // Numbered, because two turns may have the same words and are still different.
    units: ({ turns }) => turns.map(({ assistant }, index) => ({ text: nameTurn(assistant, index) })),
    state: ({ goal, turns }) => ({
      goal,
      conversation: Object.fromEntries(
        turns.map(({ user, assistant, output }, index) => {
          const tools = listToolCalls(output).map(describeCall)
          return [`t${index + 1}`, { user, assistant, ...(tools.length === 0 ? {} : { tools }) }]
        }),
      ),
    }),
    credits: () => ({ reached: 1, open: 0 }),
    result: (judged) => ({
      ...judged,
      /** The turn, from 1, since which the goal is reached; undefined if it is not reached at the end. */
      reachedAtTurn: findTurn(judged.verdicts),
    }),
    score: ({ verdicts }) => verdicts.at(-1)?.credit ?? 0,
    explain: ({ result, material }) => ({
      count: count(result.verdicts, result.reachedAtTurn, material.goal),
    }),
  })
}

export interface GoalScorer extends ReturnType<typeof goal> {}

/**
 * Scores whether the user has, at the end of a conversation, got what they came for.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a goal, if a message cannot be read, or if the
 * judge abstains; *failed*, with a `JudgeError` as its cause. A conversation in which the assistant says and does
 * nothing scores 0 without a call to the judge.
 *
 * @throws TypeError for a blank goal or an option out of range, which it names.
 */
export function createGoalScorer(config: Parameters<typeof goal>[0]): GoalScorer {
  return goal(config)
}
