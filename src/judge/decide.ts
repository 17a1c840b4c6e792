import { type ObservabilityContext, SpanType } from '@mastra/core/observability'
import { callSurroundings, surroundCalls } from './call/call-context.ts'
import { brokenContract, brokenFields } from './check-outcome.ts'
import type {
  Answer,
  Decision,
  DecisionRequest,
  Evidence,
  Judge,
  Question,
  Questions,
  Task,
  TextRequest,
} from './contract.ts'

/**
 * Makes one decision of a judge, checked against the contract, in a child span of the scorer's span.
 *
 * @throws JudgeError if a question has no answer from its list.
 */
export function decide<const Q extends Questions>(
  judge: Judge,
  request: DecisionRequest<Q>,
  tracing: Tracing = {},
): Promise<Decision<Q>> {
  return withJudgeSpan(tracing, judge, request.task, async () => {
    request.signal?.throwIfAborted()
    const decision = await judge.decide(withVote(request))
    // A judge that ignores the signal must not lead to a score after all.
    request.signal?.throwIfAborted()
    return checkDecision(judge, request.questions, decision)
  })
}

/** Numbers the request if the answer is judged more than once. */
export function withVote<Request extends TextRequest>(request: Request): Request {
  const { judging } = callSurroundings()
  return judging === undefined || request.vote !== undefined ? request : { ...request, vote: judging }
}

/** The place to record a judge's work: the step context of a Mastra scorer has it. */
export type Tracing = Partial<Pick<ObservabilityContext, 'tracingContext'>>

/** The judge to ask, the signal that cancels it, and where to record it. */
export interface JudgeCall {
  readonly judge: Judge
  readonly signal?: AbortSignal
  readonly tracing?: Tracing
}

export const takesTask = ({ tasks }: Pick<Judge, 'tasks'>, { name }: Pick<Task, 'name'>): boolean =>
  tasks?.includes(name) ?? true

/** Runs a piece of a judge's work as a child span of the scorer's span. Without tracing it just runs it. */
export async function withJudgeSpan<Result extends { readonly evidence: Evidence }>(
  { tracingContext }: Tracing,
  judge: Judge,
  task: Task,
  work: () => Promise<Result>,
): Promise<Result> {
  const { id, model } = judge
  const span = tracingContext?.currentSpan?.createChildSpan({
    type: model === undefined ? SpanType.GENERIC : SpanType.MODEL_GENERATION,
    name: `judge: ${id} on ${task.name}/${task.version}`,
    ...(model !== undefined && { attributes: { model } }),
  })
  const { onEvidence, ...surroundings } = callSurroundings()
  try {
    // The evidence of judges within this one is already part of its evidence.
    const result = await surroundCalls(surroundings, work)
    onEvidence?.(result.evidence, model ?? id)
    const { prompts, usage, calls, cached, warnings } = result.evidence
    span?.update({
      input: { prompts },
      metadata: { calls, cached, warnings },
      ...(model !== undefined && { attributes: { model, usage } }),
    })
    span?.end({ output: 'answers' in result ? result.answers : result })
    return result
  } catch (error) {
    span?.error({ error: error instanceof Error ? error : new Error(String(error)), endSpan: true })
    throw error
  }
}

/**
 * Checks a decision against the contract: anyone may write a judge, and values that are missing or out of
 * range must never become a score.
 *
 * @returns The decision with the requested answers, and no others.
 * @throws JudgeError that lists the invalid fields, or the ids without a valid answer from the question's
 *   list.
 */
export function checkDecision<Q extends Questions>(
  judge: Judge,
  questions: Q,
  decision: Decision<Q>,
): Decision<Q> {
  const fields = brokenFields(decision)
  if (fields.length > 0) throw brokenContract(judge, fields)
  const given = new Map<string, Answer>(Object.entries(decision.answers))
  const ids = Object.entries(questions).flatMap(([id, question]) =>
    isAnswerTo(question, given.get(id)) ? [] : [id],
  )
  if (ids.length > 0)
    throw brokenContract(judge, [`no valid answer from the list for ${ids.join(', ')}`], ids)
  const entries = Object.keys(questions).map((id) => [id, given.get(id)])
  return { ...decision, answers: Object.fromEntries(entries) as Decision<Q>['answers'] }
}

function isAnswerTo(question: Question, answer: Answer | undefined): boolean {
  if (answer?.type !== question.type || !isTextOrNone(answer.reason) || !gradesAreSound(question, answer))
    return false
  if (answer.type === 'choice')
    return question.type === 'choice' && Object.hasOwn(question.criteria, answer.choice)
  if (answer.type === 'boolean') return typeof answer.verdict === 'boolean'
  return (
    question.type === 'score' &&
    typeof answer.score === 'number' &&
    answer.score >= 0 &&
    answer.score <= question.criteria.length - 1
  )
}

function gradesAreSound(question: Question, answer: Answer): boolean {
  if ('share' in answer && answer.share !== undefined && !isProbability(answer.share)) return false
  if (answer.type === 'boolean') return answer.probability === undefined || isProbability(answer.probability)
  if (answer.probabilities === undefined || question.type === 'boolean') return true
  if (typeof answer.probabilities !== 'object' || answer.probabilities === null) return false
  return isDistribution(answer.probabilities, Object.keys(question.criteria))
}

/** Providers round their probabilities. */
const tolerance = 0.02

function isDistribution(probabilities: Readonly<Record<string, number>>, keys: readonly string[]): boolean {
  const values = Object.values(probabilities)
  const sum = values.reduce((total, value) => total + value, 0)
  const complete = values.length === keys.length && keys.every((key) => Object.hasOwn(probabilities, key))
  return complete && values.every(isProbability) && Math.abs(sum - 1) <= tolerance
}

const isTextOrNone = (value: unknown) => value === undefined || typeof value === 'string'

const isProbability = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1
