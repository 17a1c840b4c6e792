import { allOrNone } from '../../../shared/abort.ts'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { seededRandom, shuffle } from '../../../shared/random.ts'
import { toSafeMessage } from '../../call/failure.ts'
import type { Answer, DecisionRequest, Judge } from '../../contract.ts'
import { JudgeAbstainedError, JudgeError } from '../../errors.ts'
import { type MemberPiece, settingsOfMembers, tryMember } from '../members.ts'

/**
 * Returns the number of a vote among its judge's, from 1, and how many they are: a judge that is a member twice has
 * twice as many.
 */
export function numberVote(judges: readonly Judge[], place: number, time: number, times: number) {
  const keys = settingsOfMembers(judges).map(canonicalJson)
  const isSame = (key: string) => key === keys[place]
  const members = keys.filter(isSame).length
  return { number: time * members + keys.slice(0, place).filter(isSame).length + 1, all: times * members }
}

/**
 * Returns a member, and the form in which it gets the questions.
 *
 * @param time The turn of this member, from 0.
 */
export function toVoter(
  judge: Judge,
  time: number,
  seed: number,
  { number, all }: ReturnType<typeof numberVote>,
) {
  return {
    judge,
    ask: (request: DecisionRequest): DecisionRequest => {
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

/**
 * Asks all voters at once, and leaves out those that fail.
 *
 * @param quorum How many voters must answer.
 * @returns The votes by question id, in the order of the voters.
 * @throws {@link noQuorum}'s error if too few voters are left: at once after a failure, but after abstentions alone only
 *   when all are done, so that a slower failure is not lost; the reason of the signal.
 */
export async function poll(
  voters: readonly ReturnType<typeof toVoter>[],
  request: DecisionRequest,
  panel: string,
  quorum: number,
) {
  const ids = Object.keys(request.questions)
  if (ids.length === 0) return { votes: new Map<string, Answer[]>(), pieces: [], warnings: [] }
  const failures: Failure[] = []
  const hasQuorum = () => voters.length - failures.length >= quorum

  async function askVoter({ judge, ask }: ReturnType<typeof toVoter>, place: number, signal: AbortSignal) {
    const asked = await tryMember(judge, ask({ ...request, signal }))
    if (asked.decision !== undefined) return asked
    failures.push({ judge: judge.id, place, error: asked.error })
    failures.sort((one, other) => one.place - other.place)
    if (!hasQuorum() && !failures.every(isAbstention))
      throw noQuorum(panel, failures, voters.length, quorum, ids)
    return asked
  }

  const asked = voters.map((voter, place) => (signal: AbortSignal) => askVoter(voter, place, signal))
  const outcomes = await allOrNone(request.signal, asked)
  if (!hasQuorum()) throw noQuorum(panel, failures, voters.length, quorum, ids)
  const votesOn = (id: string) =>
    outcomes.flatMap(({ decision }) => (decision === undefined ? [] : (decision.answers[id] as Answer)))
  return {
    votes: new Map(ids.map((id) => [id, votesOn(id)])),
    pieces: outcomes.flatMap(({ pieces }): readonly MemberPiece[] => pieces),
    warnings: failures.map((failure) => {
      const what = isAbstention(failure) ? 'abstained' : 'failed'
      return `panel: left out because it ${what}: ${failure.judge}: ${toSafeMessage(failure.error)}`
    }),
  }
}

/** A voter without a vote. */
interface Failure {
  readonly judge: string
  /** Among the voters. */
  readonly place: number
  readonly error: unknown
}

const isAbstention = ({ error }: Failure) => error instanceof JudgeAbstainedError

/**
 * Returns the error of a panel with too few votes. If every voter without a vote knew that it could not judge the
 * material, the panel abstains, too.
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
