import { z } from 'zod/v4'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { seededRandom, shuffle } from '../../../shared/random.ts'
import { readOptions } from '../../../shared/read-options.ts'
import type { Answer, Decision, DecisionRequest, Judge, Question, Questions } from '../../contract.ts'
import { type JudgeModel, toJudge } from '../../to-judge.ts'
import {
  commonTasks,
  commonWay,
  evidenceOfMembers,
  extractAndWriteOf,
  noticesOf,
  settingsOfMembers,
} from '../members.ts'

import { aggregateVotes, agreementOf } from './aggregate.ts'
import { poll, type Voter } from './poll.ts'

/**
 * A judge whose answers are those of several, or of one that is asked several times.
 *
 * @param members Judges, or models to make judges of; the most trusted first, since of verdicts that are level the
 *   one that the earliest vote is for counts.
 * @throws TypeError for an option out of range, and for members that were improved or calibrated for
 *   different ways of asking. `decide` rejects with a `JudgeError` where too few members answer,
 *   with a `JudgeAbstainedError` where that is because they abstain, and with the reason of the signal.
 */
export function panelJudge(
  members: readonly JudgeModel[],
  options: z.input<typeof optionsSchema> = {},
): Judge {
  const judges = members.map(toJudge)
  const { times, aggregate, seed, id, quorum } = readPanelOptions(options, judges)
  const voters = Array.from({ length: times }, (_, time) =>
    judges.map((judge, place) => toVoter(judge, time, seed, votesOf(judges, place, time, times))),
  )
  return {
    id,
    ...commonWay('panelJudge', judges),
    deterministic: judges.every(({ deterministic }) => deterministic),
    get notice() {
      return noticesOf(judges)
    },
    tasks: commonTasks(judges, Math.ceil(quorum / times)),
    get settings() {
      return { times, quorum, aggregate, seed, members: settingsOfMembers(judges) }
    },
    ...extractAndWriteOf(judges),
    async decide<const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>> {
      request.signal?.throwIfAborted()
      const startedAt = performance.now()
      const { votes, pieces, warnings } = await poll(voters.flat(), request, { panel: id, quorum })
      const outcomes = [...votes].map(([key, given]) => {
        const answer = aggregateVotes(request.questions[key] as Question, given, aggregate)
        return { key, answer, agreement: agreementOf(given, answer) }
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

/** Which of a judge's votes this is: a judge that is a member twice has twice as many. */
function votesOf(
  judges: readonly Judge[],
  place: number,
  time: number,
  times: number,
): {
  /** From 1. */
  readonly number: number
  /** Votes of this judge on one request. */
  readonly all: number
} {
  const keys = settingsOfMembers(judges).map(canonicalJson)
  const isSame = (key: string) => key === keys[place]
  const members = keys.filter(isSame).length
  return { number: time * members + keys.slice(0, place).filter(isSame).length + 1, all: times * members }
}

/** @param time Which of its turns this is, from 0. */
function toVoter(
  judge: Judge,
  time: number,
  seed: number,
  { number, all }: ReturnType<typeof votesOf>,
): Voter {
  return {
    judge,
    ask: (request) => {
      const vote = ((request.vote ?? 1) - 1) * all + number
      if (time === 0) return { ...request, vote }
      const random = seededRandom(seed * 1_000 + time)
      return {
        ...request,
        vote,
        questions: Object.fromEntries(shuffle(Object.entries(request.questions), random)),
      }
    },
  }
}

const optionsSchema = z.strictObject({
  /** Default: 'panel(a, b, c)', of the members' ids. */
  id: z.string().min(1).optional(),

  /** How often each member is asked, from the second time on with the questions in another order. Default 1. */
  times: z.int().positive().default(1),

  /** Votes that must be there; a member that fails is left out while they are. Default: more than half of all. */
  quorum: z.int().positive().optional(),

  /** 'majority' (default): what most votes say. 'mean': what the mean of their probabilities says. */
  aggregate: z.enum(['majority', 'mean']).default('majority'),

  /** The seed of the orders of the questions. Default 1. */
  seed: z.int().default(1),
})

/** @throws TypeError that names the option and says what it must be. */
function readPanelOptions(options: z.input<typeof optionsSchema>, judges: readonly Judge[]) {
  const read = readOptions('panelJudge', optionsSchema, options)
  const votes = judges.length * read.times
  if (votes === 0) throw new TypeError('panelJudge: it needs a member')
  const { quorum = Math.floor(votes / 2) + 1 } = read
  if (quorum > votes) {
    throw new TypeError(`panelJudge: options.quorum: ${quorum} of ${votes} votes cannot be had`)
  }
  const names = judges.map(({ id }) => id).join(', ')
  const { id = read.times === 1 ? `panel(${names})` : `panel(${names}; ${read.times} times)` } = read
  return { ...read, id, quorum }
}
