import { reportedFailure } from '../call/failure.ts'
import type { ModelCall } from './callable-model.ts'

type Parameter = 'temperature' | 'seed' | 'schema'

/** How providers name each in a 400, as {@link wordsOf} gives it. */
const spellings: Readonly<Record<Parameter, RegExp>> = {
  temperature: /temperature/i,
  seed: /\bseed\b/i,
  schema: /response_?format|json_?schema|structured[ _]?output|text format|response_?schema/i,
}

/** How providers say that they do not take something. */
const rejects =
  /(?:not|n't|un)[ -]?(?:be )?support|unsupported|unrecogni[sz]ed|unknown|invalid|not allowed|not permitted|deprecated/i

/** An error about what was said, whatever words of it are repeated. */
const aboutThePrompt = /\b(?:content|prompt|policy)/i
const aboutMessages = /^(?:body )?(?:messages?|inputs?|contents?|prompts?|system)\b/i

const rejected = new Map<string, Set<Parameter>>()

/** The parameters of the call that this model is known to reject. */
export function rejectedIn(model: string, call: ModelCall): Parameter[] {
  return [...(rejected.get(model) ?? [])].filter((name) => call[name] !== undefined)
}

/** The call without what this model is known to reject. */
export function withoutRejected(model: string, call: ModelCall): ModelCall {
  return Object.assign({}, call, ...rejectedIn(model, call).map((name) => ({ [name]: undefined })))
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_]+/gu) ?? []

interface ErrorBody {
  readonly error?: { readonly param?: unknown; readonly code?: unknown }
  readonly detail?: unknown
}

function readBody(body: string | undefined): ErrorBody {
  try {
    const read: unknown = JSON.parse(body ?? '{}')
    return typeof read === 'object' && read !== null ? read : {}
  } catch (error) {
    // A proxy answers in HTML: then the message is all that there is.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** The fields that the provider blames, as words, where its error names any. */
function blamedFields({ error, detail }: ErrorBody): string[] {
  const places = Array.isArray(detail) ? detail.map((entry: { loc?: unknown } | null) => entry?.loc) : []
  const paths = [error?.param, ...places.map((place) => (Array.isArray(place) ? place.join('.') : place))]
  return paths.flatMap((path) => (typeof path === 'string' ? wordsOf(path).join(' ') : []))
}

/** Longer messages repeat what was sent. */
const maximumMessageLength = 1_000
/** So many words in a row that stand in the prompt are not the provider's own. */
const echoLength = 3

/**
 * The first sentence of the message without what it repeats of the request: a provider may quote any of it, and
 * with it the name of any parameter.
 */
function ownWords(message: string, call: ModelCall): string {
  const sent = ` ${wordsOf(`${call.system} ${call.user}`).join(' ')} `
  const [beforeInput = ''] = message.slice(0, maximumMessageLength).split(/\binput(?:_value)?["']? ?[:=]/, 1)
  const words = wordsOf(beforeInput.split(/(?<=[.!?])\s/, 1)[0] ?? '')
  const echoed = new Set<number>()
  for (let start = 0; start + echoLength <= words.length; start += 1) {
    const run = Array.from({ length: echoLength }, (_, offset) => start + offset)
    if (sent.includes(` ${run.map((index) => words[index]).join(' ')} `))
      for (const index of run) echoed.add(index)
  }
  return words.filter((_, index) => !echoed.has(index)).join(' ')
}

/**
 * Learns from an error that blames a parameter of the call: it is left out of every later call to the model.
 *
 * @returns The parameters learnt now; empty where the error is about something else.
 */
export function learnRejected(model: string, call: ModelCall, error: unknown): Parameter[] {
  const { statusCode = 0, message = '', responseBody } = reportedFailure(error) ?? {}
  const body = readBody(responseBody)
  const fields = blamedFields(body)
  const own = ownWords(message, call)
  const names = (name: Parameter): boolean => {
    if (fields.length > 0)
      return fields.some((field) => !aboutMessages.test(field) && spellings[name].test(field))
    if (aboutThePrompt.test(`${own} ${String(body.error?.code ?? '')}`)) return false
    return rejects.test(message) && spellings[name].test(own)
  }
  const isRejection = statusCode === 400 || statusCode === 422
  const learnt = (Object.keys(spellings) as Parameter[]).filter(
    (name) => isRejection && call[name] !== undefined && names(name),
  )
  if (learnt.length > 0) rejected.set(model, new Set([...(rejected.get(model) ?? []), ...learnt]))
  return learnt
}
