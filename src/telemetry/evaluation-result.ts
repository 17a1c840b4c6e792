import type { Attributes } from '@opentelemetry/api'
import { cutAt } from '../shared/cut-at.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { attribute, contentInEvents, contentVariable, evaluationEvent, otherError } from './convention.ts'
import { emitEvent } from './log-events.ts'

export type EvaluationOutcome =
  | { readonly outcome: 'scored'; readonly score: number; readonly reason?: string }
  | { readonly outcome: 'not scorable'; readonly reason?: string }
  /** `errorType`: a word for the class of error, without anybody's text. */
  | { readonly outcome: 'failed'; readonly errorType?: string }

export interface EvaluationResult {
  /** A scorer, with the known properties of its scores. */
  readonly evaluator: {
    readonly id: string
    readonly version?: string
    /** The task is the name and version of the judge's question: 'statement-relevance/1'. */
    readonly basis?: { readonly task?: string; readonly judge?: string }
    /** The highest possible score. */
    readonly scale?: number
    readonly lowerIsBetter?: boolean
  }
  /** The origin of the score. */
  readonly source: 'live' | 'run' | 'anchor'
  readonly outcome: EvaluationOutcome
  readonly answer?: { readonly traceId?: string; readonly spanId?: string; readonly responseId?: string }
  /** Further attributes of ours, without the namespace: 'run.id'. */
  readonly more?: Attributes
}

const longestExplanation = 4096
const isTraceId = (id: string) => /^[0-9a-f]{32}$/.test(id)
const isSpanId = (id: string) => /^[0-9a-f]{16}$/.test(id)

/** Sends the result to OpenTelemetry, if the process has set it up. Never throws. */
export function emitResult(result: EvaluationResult): void {
  const { traceId = '', spanId = '' } = result.answer ?? {}
  const span = isTraceId(traceId) && isSpanId(spanId) ? { traceId, spanId } : undefined
  emitEvent(evaluationEvent, span, () => toAttributes(result, span !== undefined))
}

function toAttributes(
  { evaluator, source, outcome, answer = {}, more = {} }: EvaluationResult,
  isLinked: boolean,
): Attributes {
  const { id, version, basis, scale, lowerIsBetter } = evaluator
  const own = {
    'scorer.version': version,
    task: basis?.task,
    judge: basis?.judge,
    scale,
    lower_is_better: lowerIsBetter,
    source,
    outcome: outcome.outcome,
    // Incomplete ids, and ids in another format, have no other place.
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

/** A reason quotes answers, so it is content like messages. */
const recordsContent = () => contentInEvents.has((process.env[contentVariable] ?? '').trim().toLowerCase())

const shortened = (text: string) =>
  text.length <= longestExplanation
    ? text.toWellFormed()
    : `${cutAt(text.toWellFormed(), longestExplanation - 1)}…`
