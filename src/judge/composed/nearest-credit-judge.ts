import { allOrNone } from '../../shared/abort.ts'
import type { Answer, Decision, DecisionRequest, Judge, Question, Questions } from '../contract.ts'
import { checkDecision } from '../decide.ts'
import { mergeEvidence } from '../evidence.ts'
import { countedAnswer, isContradiction, shareIn, statedIn } from './nearest-credit.ts'
import { withWarnings, wrapJudge } from './wrap-judge.ts'

/**
 * The judge with the verdicts that count. Where the options of a question lie on a line, it is the one that is nearest
 * to the share; what the judge called it is kept beside it, as `stated`.
 *
 * Where verdict and share are more than one step apart the question is asked once more, alone, and then the share
 * decides, with a warning. Why, with numbers: docs/reference/which-number.md.
 */
export function nearestCreditJudge(judge: Judge): Judge {
  return wrapJudge(judge, {
    decide: (request) => decideByNearestCredit(judge, request),
    extract: (request, extract) => extract(request),
    write: (request, write) => write(request),
  })
}

/** More contradictions than this are asked about in one call, for they are the judge's way and not an oversight. */
const mostAlone = 5

async function decideByNearestCredit<const Q extends Questions>(
  judge: Judge,
  request: DecisionRequest<Q>,
): Promise<Decision<Q>> {
  const first = checkDecision(judge, request.questions, await judge.decide(request))
  if (judge.verdictsAreFinal) return first
  const contradictory = contradictionsIn(request.questions, first)
  if (contradictory.length === 0 || judge.deterministic) return asCounted(request.questions, first)
  const groups = contradictory.length > mostAlone ? [contradictory] : contradictory.map((id) => [id])
  const again = await allOrNone(
    request.signal,
    groups.map((ids) => async (signal: AbortSignal) => {
      const asked = ids.map((id) => [id, request.questions[id]] as const)
      const questions = Object.fromEntries(asked) as Questions
      return checkDecision(judge, questions, await judge.decide({ ...request, questions, signal }))
    }),
  )
  const answers = Object.assign({}, first.answers, ...again.map((decision) => decision.answers))
  const evidence = mergeEvidence([first.evidence, ...again.map((decision) => decision.evidence)])
  const warning = `verdict and share contradict each other on ${contradictory.join(', ')}: asked again`
  return asCounted(request.questions, withWarnings({ answers, evidence }, [warning]))
}

/** Of several who voted without shares, the probabilities are parts of the votes, and their verdict stands. */
const isVote = ({ agreement }: Decision['evidence'], id: string, answer: Answer) =>
  agreement?.[id] !== undefined && shareIn(answer) === undefined

function contradictionsIn(questions: Questions, { answers }: Decision): string[] {
  return Object.entries(questions).flatMap(([id, question]) =>
    isContradiction(question, answers[id] as Answer) ? [id] : [],
  )
}

function asCounted<Q extends Questions>(questions: Q, decision: Decision<Q>): Decision<Q> {
  const entries = Object.entries<Answer>(decision.answers).map(([id, answer]) => {
    const stays = isVote(decision.evidence, id, answer)
    return [id, stays ? answer : countedAnswer(questions[id] as Question, answer)]
  })
  const warnings = contradictionsIn(questions, decision).map((id) => {
    const answer = decision.answers[id] as Answer
    const readers = Math.round(100 * (shareIn(answer) ?? 0))
    return `${id}: the judge said "${statedIn(answer)}" and gave a share of ${readers} of 100, so the share decides`
  })
  const answers = Object.fromEntries(entries) as Decision<Q>['answers']
  return warnings.length === 0 ? { ...decision, answers } : withWarnings({ ...decision, answers }, warnings)
}
