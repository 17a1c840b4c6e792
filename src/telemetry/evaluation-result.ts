import type { Attributes } from '@opentelemetry/api'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { attribute, contentInEvents, contentVariable, evaluationEvent, otherError } from './convention.ts'
import { emitEvent } from './log-events.ts'

/** How a scorer ended on an answer. */
export type EvaluationOutcome =
  | { readonly outcome: 'scored'; readonly score: number; readonly reason?: string }
  | { readonly outcome: 'not scorable'; readonly reason?: string }
  /** `errorType`: a word for the class of error, and no text of anybody. */
  | { readonly outcome: 'failed'; readonly errorType?: string }

/** The place of the answer that was scored. */
export interface EvaluatedAnswer {
  readonly traceId?: string
  readonly spanId?: string
  readonly responseId?: string
}

export interface EvaluationResult {
  /** A scorer, and what is known of its numbers. */
  readonly evaluator: {
    readonly id: string
    readonly version?: string
    /** The task is name and version of what the judge is asked: 'statement-relevance/1'. */
    readonly basis?: { readonly task?: string; readonly judge?: string }
    /** The highest possible score. */
    readonly scale?: number
    readonly lowerIsBetter?: boolean
  }
  /** What had it scored. */
  readonly source: 'live' | 'run' | 'anchor'
  readonly outcome: EvaluationOutcome
  readonly answer?: EvaluatedAnswer
  /** More of our own, without the namespace: 'run.id'. */
  readonly more?: Attributes
}

const longestExplanation = 4096
const isTraceId = (id: string) => /^[0-9a-f]{32}$/.test(id)
const isSpanId = (id: string) => /^[0-9a-f]{16}$/.test(id)

/** Hands the result to OpenTelemetry, where the process has set one up. It never throws. */
export function emitResult(result: EvaluationResult): void {
  const { traceId = '', spanId = '' } = result.answer ?? {}
  const span = isTraceId(traceId) && isSpanId(spanId) ? { traceId, spanId } : undefined
  emitEvent(evaluationEvent, span, () => attributesOf(result, span !== undefined))
}

function attributesOf(
  { evaluator, source, outcome, answer = {}, more = {} }: EvaluationResult,
  isLinked: boolean,
): Attributes {
  const { id, version, basis, scale, lowerIsBetter } = evaluator
  const own = {
    'scorer.version': version,
    ...{ task: basis?.task, judge: basis?.judge },
    ...{ scale, lower_is_better: lowerIsBetter },
    ...{ source, outcome: outcome.outcome },
    // What is known in part, or is no id of OpenTelemetry, has no other place.
    ...(!isLinked && { 'trace.id': answer.traceId, 'span.id': answer.spanId }),
    ...more,
  }
  return withoutUndefined({
    [attribute.name]: id,
    ...outcomeAttributes(outcome),
    [attribute.responseId]: answer.responseId,
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`verdict.${name}`, value])),
  })
}

function outcomeAttributes(outcome: EvaluationOutcome): Attributes {
  if (outcome.outcome === 'failed') return { [attribute.errorType]: outcome.errorType ?? otherError }
  const { reason } = outcome
  return {
    ...(outcome.outcome === 'scored'
      ? { [attribute.value]: outcome.score }
      : { [attribute.label]: 'not_scorable' }),
    ...(reason === undefined || !recordsContent() ? {} : { [attribute.explanation]: shortened(reason) }),
  }
}

/** A reason quotes answers: it is content, as messages are. */
const recordsContent = () => contentInEvents.has((process.env[contentVariable] ?? '').trim().toLowerCase())

const shortened = (text: string) =>
  text.length <= longestExplanation
    ? text.toWellFormed()
    : `${text.slice(0, longestExplanation - 1).toWellFormed()}…`
