/**
 * Names of OpenTelemetry's convention for evaluations of generative AI. It is in development and may change, so they
 * occur only here. As of `docs/gen-ai/gen-ai-events.md` of open-telemetry/semantic-conventions-genai.
 */

export const evaluationEvent = 'gen_ai.evaluation.result'

export const attribute = {
  name: 'gen_ai.evaluation.name',
  value: 'gen_ai.evaluation.score.value',
  label: 'gen_ai.evaluation.score.label',
  explanation: 'gen_ai.evaluation.explanation',
  responseId: 'gen_ai.response.id',
  errorType: 'error.type',
} as const

/** The value of `error.type` if nothing better is known. */
export const otherError = '_OTHER'

/** The variable by which users of instrumentations allow or forbid recording their texts. */
export const contentVariable = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'

/** Its values that allow texts in events, in any case; 'true' is for older instrumentations. */
export const contentInEvents: ReadonlySet<string> = new Set(['true', 'event_only', 'span_and_event'])
