import { reportedFailure } from '../call/failure.ts'
import type { ModelCall } from './callable-model.ts'

type Parameter = 'temperature' | 'seed' | 'schema'

/** How providers name each in the message of a 400. */
const names: Readonly<Record<Parameter, RegExp>> = {
  temperature: /temperature/i,
  seed: /\bseed\b/i,
  schema: /response_?format|json_?schema|structured[ _-]?output|text\.format|responseSchema/i,
}

const rejected = new Map<string, Set<Parameter>>()

/** The call without what this model is known to reject. */
export function withoutRejected(model: string, call: ModelCall): ModelCall {
  const parameters = rejected.get(model) ?? []
  return Object.assign({}, call, ...[...parameters].map((name) => ({ [name]: undefined })))
}

/**
 * Learns from a 400 that names a parameter of the call: it is left out of every later call to the model.
 *
 * @returns The parameters learnt now; empty where the error is about something else.
 */
export function learnRejected(model: string, call: ModelCall, error: unknown): Parameter[] {
  const failure = reportedFailure(error)
  if (failure?.statusCode !== 400 && failure?.statusCode !== 422) return []
  const text = `${failure.message} ${failure.responseBody ?? ''}`
  const learnt = (Object.keys(names) as Parameter[]).filter(
    (name) => call[name] !== undefined && names[name].test(text),
  )
  if (learnt.length > 0) rejected.set(model, new Set([...(rejected.get(model) ?? []), ...learnt]))
  return learnt
}
