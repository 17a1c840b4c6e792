import { allOrNone } from '../../shared/abort.ts'
import type { Answer, Decision, DecisionRequest, Judge, Question, Questions } from '../contract.ts'
import { checkDecision } from '../decide.ts'
import { mergeEvidence } from '../evidence.ts'
import { withWarnings, wrapJudge } from './wrap-judge.ts'

/**
 * Makes a judge that gives the verdicts that count. If the options of a question lie on a line, that is the option
 * nearest to the share; the judge's own verdict is kept as `stated`.
 *
 * If verdict and share are more than one step apart, the question is asked once more, alone. Then the share decides,
 * with a warning. For the reasons, with numbers, see docs/reference/which-number.md.
 */
export function nearestCreditJudge(judge: Judge): Judge {
  return wrapJudge(judge, { decide: (request) => decideByNearestCredit(judge, request) })
}

/** More contradictions are asked about in one call: they are the judge's habit, not an oversight. */
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

/** Without shares, a panel's probabilities are fractions of its votes, and its verdict is final. */
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

/** Each option with its place on the line of the share, 0 to 1, in the order that breaks ties. */
type Line = Readonly<Record<string, number>>

/** Returns undefined if the share does not grade the options. */
function readLine(question: Question): Line | undefined {
  if (question.type === 'choice') return question.line as Line | undefined
  return question.type === 'boolean' && question.share !== undefined ? { true: 1, false: 0 } : undefined
}

/** Returns the judge's own verdict; undefined for a level. */
function statedIn(answer: Answer): string | undefined {
  if (answer.type === 'choice') return answer.choice
  return answer.type === 'boolean' ? String(answer.verdict) : undefined
}

/** Returns the expected place under the judge's probabilities; undefined if it gives none. */
function expectedPlace(answer: Answer, line: Line): number | undefined {
  if (answer.type === 'boolean') return answer.probability
  const { probabilities } = answer
  if (probabilities === undefined) return undefined
  return Object.entries(line).reduce((sum, [option, place]) => sum + place * (probabilities[option] ?? 0), 0)
}

const shareIn = (answer: Answer) => (answer.type === 'score' ? undefined : answer.share)

/** Rounding alone may cause differences up to this. */
const rounding = 1e-9

/** Returns the indices of the nearest numbers: several if they are equally near. */
function nearestTo(place: number, places: readonly number[]): number[] {
  const distances = places.map((other) => Math.abs(other - place))
  const least = Math.min(...distances)
  return distances.flatMap((distance, index) => (distance <= least + rounding ? [index] : []))
}

/**
 * Returns the answer as it counts: with the option nearest to its share, or to its expected place under the judge's
 * probabilities. Ties go to the judge's own verdict, or else to the option nearest to that. Answers without a grade,
 * and options that are not on the line, stay as they are.
 */
export function countedAnswer<Given extends Answer>(question: Question, answer: Given): Given {
  const line = readLine(question)
  const stated = statedIn(answer)
  const from = line && stated !== undefined ? line[stated] : undefined
  const place = line && (expectedPlace(answer, line) ?? shareIn(answer))
  if (line === undefined || from === undefined || place === undefined) return answer
  const options = Object.keys(line)
  const nearest = nearestTo(place, Object.values(line)).map((index) => options[index] as string)
  if (stated === undefined || nearest.includes(stated)) return answer
  const away = (option: string) => Math.abs((line[option] as number) - from)
  const counts = nearest.reduce((best, option) => (away(option) < away(best) ? option : best))
  return answer.type === 'boolean'
    ? { ...answer, verdict: counts === 'true', stated: answer.verdict }
    : { ...answer, choice: counts, stated }
}

/** Returns whether verdict and share are more than one step apart; undecided is a step between outcomes. */
export function isContradiction(question: Question, answer: Answer): boolean {
  const line = readLine(question)
  const stated = statedIn(answer)
  const share = shareIn(answer)
  const from = line && stated !== undefined ? line[stated] : undefined
  if (line === undefined || from === undefined || share === undefined) return false
  if (expectedPlace(answer, line) !== undefined) return false
  const places = [...new Set(Object.values(line))].sort((a, b) => a - b)
  const [low = 0, high = 1] = places
  const steps = places.length === 2 ? [low, (low + high) / 2, high] : places
  const [step = 0] = nearestTo(from, steps)
  return nearestTo(share, steps).every((other) => Math.abs(other - step) > 1)
}
