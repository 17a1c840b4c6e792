import { reportedFailure } from '../call/failure.ts'
import type { ModelCall } from './callable-model.ts'

type Parameter = 'temperature' | 'seed' | 'schema'

/** How providers name each in the message of a 400. */
const names: Readonly<Record<Parameter, RegExp>> = {
  temperature: /temperature/i,
  seed: /\bseed\b/i,
  schema: /response_?format|json_?schema|structured[ _-]?output|text\.format|responseSchema/i,
}

/** A provider that quotes the prompt may name anything; what it rejects, it says so of. */
const rejects =
  /(?:not|n't|un)[ -]?(?:be )?support|unsupported|unrecogni[sz]ed|unknown|invalid|not allowed|deprecated/i

const rejected = new Map<string, Set<Parameter>>()

/** The parameters of the call that this model is known to reject. */
export function rejectedIn(model: string, call: ModelCall): Parameter[] {
  return [...(rejected.get(model) ?? [])].filter((name) => call[name] !== undefined)
}

/** The call without what this model is known to reject. */
export function withoutRejected(model: string, call: ModelCall): ModelCall {
  return Object.assign({}, call, ...rejectedIn(model, call).map((name) => ({ [name]: undefined })))
}

/** The field that the provider blames, where its error has one. */
function blamedField(body: string | undefined): string | undefined {
  try {
    const { error } = JSON.parse(body ?? '{}') as { error?: { param?: unknown } }
    return typeof error?.param === 'string' ? error.param : undefined
  } catch {
    return undefined
  }
}

/**
 * Learns from a 400 that blames a parameter of the call: it is left out of every later call to the model.
 *
 * @returns The parameters learnt now; empty where the error is about something else.
 */
export function learnRejected(model: string, call: ModelCall, error: unknown): Parameter[] {
  const failure = reportedFailure(error)
  if (failure?.statusCode !== 400 && failure?.statusCode !== 422) return []
  const field = blamedField(failure.responseBody)
  const [firstSentence = ''] = failure.message.split(/(?<=[.!?])\s/, 1)
  const blamed = field ?? (rejects.test(failure.message) ? firstSentence : '')
  const learnt = (Object.keys(names) as Parameter[]).filter(
    (name) => call[name] !== undefined && names[name].test(blamed),
  )
  if (learnt.length > 0) rejected.set(model, new Set([...(rejected.get(model) ?? []), ...learnt]))
  return learnt
}
