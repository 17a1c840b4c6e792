import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import type { Answer, Decision, DecisionRequest, Judge, Question, Questions } from '../../contract.ts'
import { type JudgeModel, toJudge } from '../../to-judge.ts'
import {
  commonTasks,
  commonWay,
  evidenceOfMembers,
  joinNotices,
  pickMethods,
  settingsOfMembers,
} from '../members.ts'
import { aggregateVotes, measureConsensus } from './aggregate.ts'
import { numberVote, poll, toVoter } from './poll.ts'

/**
 * Makes a judge that combines the answers of several, or of one that is asked several times.
 *
 * @param members Judges, or models to make judges of; the most trusted first, because ties between verdicts
 *   go to that of the earliest vote.
 * @throws TypeError for an option out of range, and for members that were improved or calibrated for
 *   different ways of asking. `decide` rejects with a `JudgeError` if too few members answer, with a
 *   `JudgeAbstainedError` if that is because they abstain, and with the reason of the signal.
 *
 * @example
 * ```ts
 * import { embeddedJudge, panelJudge } from 'mastra-verdict'
 *
 * const judge = panelJudge(['openai/gpt-5-mini', 'google/gemini-2.5-flash', embeddedJudge()])
 * ```
 */
export function panelJudge(
  members: readonly JudgeModel[],
  options: {
    /** Default: 'panel(a, b, c)', with the members' ids. */
    id?: string
    /** How often each member is asked; after the first time in another order of questions. Default 1. */
    times?: number
    /** The minimum number of votes: members may fail as long as it is reached. Default: more than half. */
    quorum?: number
    /** 'majority' (default): the verdict of most votes. 'mean': that with the highest mean probability. */
    aggregate?: 'majority' | 'mean'
    /** The seed for the order of the questions. Default 1. */
    seed?: number
  } = {},
): Judge {
  const judges = members.map(toJudge)
  const { times, aggregate, seed, id, quorum } = readPanelOptions(options, judges)
  const voters = Array.from({ length: times }, (_, time) =>
    judges.map((judge, place) => toVoter(judge, time, seed, numberVote(judges, place, time, times))),
  )
  return {
    id,
    ...commonWay('panelJudge', judges),
    deterministic: judges.every(({ deterministic }) => deterministic),
    get notice() {
      return joinNotices(judges)
    },
    tasks: commonTasks(judges, Math.ceil(quorum / times)),
    get settings() {
      return { times, quorum, aggregate, seed, members: settingsOfMembers(judges) }
    },
    ...pickMethods(judges),
    async decide<const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>> {
      request.signal?.throwIfAborted()
      const startedAt = performance.now()
      const { votes, pieces, warnings } = await poll(voters.flat(), request, id, quorum)
      const outcomes = [...votes].map(([key, given]) => {
        const answer = aggregateVotes(request.questions[key] as Question, given, aggregate)
        return { key, answer, agreement: measureConsensus(given, answer) }
      })
      const agreement = Object.fromEntries(outcomes.map((outcome) => [outcome.key, outcome.agreement]))
      return {
        answers: Object.fromEntries(
          outcomes.map(({ key, answer }): [string, Answer] => [key, answer]),
        ) as Decision<Q>['answers'],
        evidence: evidenceOfMembers(id, pieces, startedAt, { agreement, warnings }),
      }
    },
  }
}

const optionsSchema = z.strictObject({
  id: z.string().min(1).optional(),
  times: z.int().positive().default(1),
  quorum: z.int().positive().optional(),
  aggregate: z.enum(['majority', 'mean']).default('majority'),
  seed: z.int().default(1),
})

/** @throws TypeError that names the option and says what it must be. */
function readPanelOptions(options: NonNullable<Parameters<typeof panelJudge>[1]>, judges: readonly Judge[]) {
  const read = readOptions('panelJudge', optionsSchema, options)
  const votes = judges.length * read.times
  if (votes === 0) throw new TypeError('panelJudge: give at least one member')
  const { quorum = Math.floor(votes / 2) + 1 } = read
  if (quorum > votes) {
    throw new TypeError(
      `panelJudge: options.quorum: must be at most ${votes}, the number of votes, not ${quorum}`,
    )
  }
  const names = judges.map(({ id }) => id).join(', ')
  const { id = read.times === 1 ? `panel(${names})` : `panel(${names}; ${read.times} times)` } = read
  return { ...read, id, quorum }
}
