import { reportedFailure } from '../call/failure.ts'
import type { ModelCall } from './callable-model.ts'

type Parameter = 'temperature' | 'seed' | 'schema' | 'tools'

/** How providers name each in the message of a 400. */
const names: Readonly<Record<Parameter, RegExp>> = {
  temperature: /temperature/i,
  seed: /\bseed\b/i,
  schema: /response_?format|json_?schema|structured[ _-]?output|text\.format|responseSchema/i,
  tools: /\btool|function[ _-]?(?:call|declaration)/i,
}

/** A provider that quotes the prompt may name anything; what it rejects, it says so of. */
const rejects =
  /(?:not|n't|un)[ -]?(?:be )?support|unsupported|unrecogni[sz]ed|unknown|invalid|not allowed|deprecated/i

/** How providers say besides that tools cannot be had, at all or together with JSON. */
const rejectsTools = /cannot|can't|requires|no endpoints found/i

/** A router of models says with a 404 that it has none with tools. */
const statuses: Readonly<Record<Parameter, readonly number[]>> = {
  temperature: [400, 422],
  seed: [400, 422],
  schema: [400, 422],
  tools: [400, 404, 422],
}

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
 * Learns from an error that blames a parameter of the call: it is left out of every later call to the model.
 *
 * @returns The parameters learnt now; empty where the error is about something else.
 */
export function learnRejected(model: string, call: ModelCall, error: unknown): Parameter[] {
  const failure = reportedFailure(error)
  const { statusCode, message = '', responseBody } = failure ?? {}
  const field = blamedField(responseBody)
  const [firstSentence = ''] = message.split(/(?<=[.!?])\s/, 1)
  const blames = (name: Parameter) =>
    call[name] !== undefined &&
    statuses[name].includes(statusCode ?? 0) &&
    (field !== undefined || rejects.test(message) || (name === 'tools' && rejectsTools.test(message))) &&
    names[name].test(field ?? firstSentence)
  // Where tools do not go together with JSON, the form of the reply is worth more.
  const learnt = blames('tools') ? ['tools' as const] : (Object.keys(names) as Parameter[]).filter(blames)
  if (learnt.length > 0) rejected.set(model, new Set([...(rejected.get(model) ?? []), ...learnt]))
  return learnt
}
