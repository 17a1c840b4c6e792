import { allOrNone } from '../../../shared/abort.ts'
import { messageOf } from '../../call/failure.ts'
import type { Answer, DecisionRequest, Judge, Question, Questions } from '../../contract.ts'
import { JudgeAbstainedError, JudgeError } from '../../errors.ts'
import { askMember, isSure, type MemberPiece, type Sureness } from '../members.ts'
import { median, scoresOf, verdictOf, winner } from './aggregate.ts'

/** A member and the form in which it gets the questions. */
export interface Voter {
  readonly judge: Judge
  /** The request as this voter is asked it. */
  readonly ask: (request: DecisionRequest) => DecisionRequest
}

interface PollRules {
  /** The panel's id, for errors. */
  readonly panel: string
  /** Voters that must answer. */
  readonly quorum: number
  /** Whether to stop where the majority can no longer change. Else every voter is asked at once. */
  readonly asNeeded: boolean
  /** When the first vote is enough; only where votes are taken as needed. */
  readonly sureness?: Sureness
}

export interface Votes {
  /** Question id to its votes, in the order of the voters. */
  readonly votes: ReadonlyMap<string, readonly Answer[]>
  readonly pieces: readonly MemberPiece[]
  readonly warnings: readonly string[]
}

/**
 * Takes votes, in rounds where they are taken as needed. A voter that fails is left out.
 *
 * @throws What {@link noQuorum} makes of the failures, as soon as too few voters are left; the reason of the signal.
 */
export async function poll(
  voters: readonly Voter[],
  request: DecisionRequest,
  { panel, quorum, asNeeded, sureness }: PollRules,
): Promise<Votes> {
  const votes = new Map<string, Answer[]>(Object.keys(request.questions).map((id) => [id, []]))
  const votesOn = (id: string) => votes.get(id) as Answer[]
  const failures: Failure[] = []
  const pieces: MemberPiece[] = []

  async function askVoter({ judge, ask }: Voter, questions: Questions, signal: AbortSignal) {
    try {
      return { judge, decision: await askMember(judge, ask({ ...request, questions, signal })) }
    } catch (error) {
      signal.throwIfAborted()
      failures.push({ judge: judge.id, error })
      if (voters.length - failures.length < quorum)
        throw noQuorum(panel, failures, voters.length, quorum, Object.keys(questions))
      return undefined
    }
  }

  function isOpen(id: string, question: Question, remaining: number): boolean {
    const [first, ...others] = votesOn(id)
    if (first !== undefined && others.length === 0 && sureness && isSure(first, sureness)) return false
    return votesOn(id).length < quorum || !isSettled(question, votesOn(id), remaining)
  }

  for (let next = 0; next < voters.length; ) {
    const remaining = voters.length - next
    const open = Object.entries(request.questions).filter(([id, question]) => isOpen(id, question, remaining))
    if (open.length === 0) break
    const size = asNeeded
      ? Math.min(
          ...open.map(([id, question]) =>
            sureness && votesOn(id).length === 0
              ? 1
              : votesToSettle(question, votesOn(id), remaining, quorum),
          ),
        )
      : remaining
    const round = voters.slice(next, next + size)
    const answered = await allOrNone(
      request.signal,
      round.map((voter) => (signal) => askVoter(voter, Object.fromEntries(open), signal)),
    )
    for (const entry of answered) {
      if (entry === undefined) continue
      pieces.push([entry.judge, entry.decision.evidence])
      for (const [id] of open) votesOn(id).push(entry.decision.answers[id] as Answer)
    }
    next += size
  }
  const warnings = failures.map(
    ({ judge, error }) => `panel: left out, for it failed: ${judge}: ${messageOf(error)}`,
  )
  return { votes, pieces, warnings }
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

const repeated = <Item>(item: Item, times: number) => Array.from({ length: times }, () => item)

/**
 * Whether the majority stays what it is, whatever the remaining votes say: it is tried with all of them for each
 * other verdict, or at each end of the scale.
 *
 * @param remaining How many votes may still come, 0 or more.
 */
export function isSettled(question: Question, votes: readonly Answer[], remaining: number): boolean {
  if (votes.length === 0) return false
  if (question.type === 'score') {
    const scores = scoresOf(votes)
    const lowest = median([...scores, ...repeated(0, remaining)])
    return lowest === median([...scores, ...repeated(question.criteria.length - 1, remaining)])
  }
  const verdicts = votes.map(verdictOf)
  const options = question.type === 'choice' ? Object.keys(question.criteria) : ['true', 'false']
  const leader = winner(verdicts)
  return options.every((option) => winner([...verdicts, ...repeated(option, remaining)]) === leader)
}

/**
 * The least number of votes that could settle a question, 1 or more: as many are asked for at once, since none of
 * them can turn out to have been one too many.
 *
 * @param quorum Votes that the question must have in any case.
 */
export function votesToSettle(
  question: Question,
  votes: readonly Answer[],
  remaining: number,
  quorum: number,
): number {
  for (let more = Math.max(1, quorum - votes.length); more < remaining; more += 1) {
    if (bestCases(question, votes, more).some((best) => isSettled(question, best, remaining - more)))
      return more
  }
  return Math.max(1, remaining)
}

/** The votes with some more that all say what one of them says: none settles a question sooner. */
function bestCases(question: Question, votes: readonly Answer[], more: number): Answer[][] {
  const kinds = [...new Map(votes.map((vote) => [verdictOf(vote), vote])).values()]
  return (kinds.length > 0 ? kinds : [anyAnswer(question)]).map((kind) => [...votes, ...repeated(kind, more)])
}

function anyAnswer(question: Question): Answer {
  if (question.type === 'score') return { type: 'score', score: 0 }
  if (question.type === 'boolean') return { type: 'boolean', verdict: true }
  return { type: 'choice', choice: Object.keys(question.criteria)[0] ?? '' }
}
