import { z } from 'zod/v4'
import { allOrNone } from '../../../shared/abort.ts'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { seededRandom, shuffle } from '../../../shared/random.ts'
import { readOptions } from '../../../shared/read-options.ts'
import { toSafeMessage } from '../../call/failure.ts'
import type { Answer, Decision, DecisionRequest, Judge, Question, Questions } from '../../contract.ts'
import { JudgeAbstainedError, JudgeError } from '../../errors.ts'
import { type JudgeModel, toJudge } from '../../to-judge.ts'
import {
  askMember,
  commonTasks,
  commonWay,
  evidenceOfMembers,
  joinNotices,
  type MemberPiece,
  pickMethods,
  settingsOfMembers,
} from '../members.ts'
import { aggregateVotes, measureConsensus } from './aggregate.ts'

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
      const { votes, pieces, warnings } = await poll(voters.flat(), request, { panel: id, quorum })
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

/** Returns the number of a vote among its judge's: a judge that is a member twice has twice as many. */
function numberVote(
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

/** @param time The turn of this member, from 0. */
function toVoter(
  judge: Judge,
  time: number,
  seed: number,
  { number, all }: ReturnType<typeof numberVote>,
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

/** A member and the form in which it gets the questions. */
interface Voter {
  readonly judge: Judge
  /** Returns the request for this voter. */
  readonly ask: (request: DecisionRequest) => DecisionRequest
}

/**
 * Asks all voters at once, and leaves out those that fail.
 *
 * @throws {@link noQuorum}'s error as soon as too few voters are left; the reason of the signal.
 */
async function poll(
  voters: readonly Voter[],
  request: DecisionRequest,
  {
    panel,
    quorum,
  }: {
    /** The panel's id, for errors. */
    readonly panel: string
    /** Voters that must answer. */
    readonly quorum: number
  },
): Promise<{
  /** The votes by question id, in the order of the voters. */
  readonly votes: ReadonlyMap<string, readonly Answer[]>
  readonly pieces: readonly MemberPiece[]
  readonly warnings: readonly string[]
}> {
  const ids = Object.keys(request.questions)
  if (ids.length === 0) return { votes: new Map(), pieces: [], warnings: [] }
  const failures: Failure[] = []

  async function askVoter({ judge, ask }: Voter, signal: AbortSignal) {
    try {
      return [{ judge, decision: await askMember(judge, ask({ ...request, signal })) }]
    } catch (error) {
      signal.throwIfAborted()
      failures.push({ judge: judge.id, error })
      if (voters.length - failures.length < quorum)
        throw noQuorum(panel, failures, voters.length, quorum, ids)
      return []
    }
  }

  const asked = voters.map((voter) => (signal: AbortSignal) => askVoter(voter, signal))
  const answered = (await allOrNone(request.signal, asked)).flat()
  const votesOn = (id: string) => answered.map(({ decision }) => decision.answers[id] as Answer)
  return {
    votes: new Map(ids.map((id) => [id, votesOn(id)])),
    pieces: answered.map(({ judge, decision }) => [judge, decision.evidence]),
    warnings: failures.map(
      ({ judge, error }) => `panel: left out because it failed: ${judge}: ${toSafeMessage(error)}`,
    ),
  }
}

interface Failure {
  /** The member's id. */
  readonly judge: string
  readonly error: unknown
}

/**
 * Returns the error of a panel with too few members left. If each of them knew that it could not judge the material,
 * the panel abstains, too.
 */
function noQuorum(
  panel: string,
  failures: readonly Failure[],
  voters: number,
  quorum: number,
  ids: readonly string[],
): JudgeError {
  const abstained = failures.flatMap(({ error }) =>
    error instanceof JudgeAbstainedError ? [error.because] : [],
  )
  if (abstained.length === failures.length)
    return new JudgeAbstainedError(panel, [...new Set(abstained)].join('; '))
  const causes = failures.map(({ error }) => error).filter((error) => !(error instanceof JudgeAbstainedError))
  const errors = causes.filter((error) => error instanceof JudgeError)
  const what = failures.map(({ judge, error }) => `${judge}: ${toSafeMessage(error)}`).join('; ')
  return new JudgeError({
    judge: panel,
    reason: errors[0]?.reason ?? 'unanswered',
    ids,
    attempts: errors.reduce((total, { attempts }) => total + attempts, 0),
    message: `${failures.length} of its ${voters} votes failed, and ${quorum} are needed. ${what}`,
    cause: causes[0],
  })
}
