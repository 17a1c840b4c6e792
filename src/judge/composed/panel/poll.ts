import { allOrNone } from '../../../shared/abort.ts'
import { messageOf } from '../../call/failure.ts'
import type { Answer, DecisionRequest, Judge } from '../../contract.ts'
import { JudgeAbstainedError, JudgeError } from '../../errors.ts'
import { askMember, type MemberPiece } from '../members.ts'

/** A member and the form in which it gets the questions. */
export interface Voter {
  readonly judge: Judge
  /** The request as this voter is asked it. */
  readonly ask: (request: DecisionRequest) => DecisionRequest
}

/**
 * Asks all voters at once. One that fails is left out.
 *
 * @throws What {@link noQuorum} makes of the failures, as soon as too few voters are left; the reason of the signal.
 */
export async function poll(
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
  /** Question id to its votes, in the order of the voters. */
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
      ({ judge, error }) => `panel: left out, for it failed: ${judge}: ${messageOf(error)}`,
    ),
  }
}

interface Failure {
  /** The member's id. */
  readonly judge: string
  readonly error: unknown
}

/**
 * The error of a panel in which too few members are left. Where each of them knew that it could not judge the
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
  const what = failures.map(({ judge, error }) => `${judge}: ${messageOf(error)}`).join('; ')
  return new JudgeError({
    judge: panel,
    reason: errors[0]?.reason ?? 'unanswered',
    ids,
    attempts: errors.reduce((total, { attempts }) => total + attempts, 0),
    message: `${failures.length} of its ${voters} votes failed, and ${quorum} are needed. ${what}`,
    cause: causes[0],
  })
}
