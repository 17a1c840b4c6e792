import { reportedFailure } from '../call/failure.ts'
import { readProviderError } from '../call/provider-error.ts'
import type { ModelCall } from './callable-model.ts'

type Parameter = 'temperature' | 'seed' | 'schema' | 'maxOutputTokens'

/** How providers name each, as {@link wordsOf} gives it. */
const spellings: Readonly<Record<Parameter, RegExp>> = {
  temperature: /temperature/i,
  seed: /\bseed\b/i,
  schema:
    /response_?(?:format|schema|mime)|json_?(?:schema|mode|object)|json mode|structured[ _]?output|text format|output_?(?:format|config|schema)/i,
  maxOutputTokens: /max_?(?:output_?|completion_?)?tokens/i,
}

/** An error about what was said, whatever words of it are repeated. */
const aboutThePrompt = /\b(?:content|prompt|policy)/i
const aboutMessages = /^(?:body )?(?:messages?|inputs?|contents?|prompts?|system)\b/i

const rejected = new Map<string, Set<Parameter>>()

/** The parameters of the call that this model is known to reject. */
export function rejectedIn(model: string, call: ModelCall): Parameter[] {
  return [...(rejected.get(model) ?? [])].filter((name) => call[name] !== undefined)
}

export function without(names: readonly Parameter[], call: ModelCall): ModelCall {
  return Object.assign({}, call, ...names.map((name) => ({ [name]: undefined })))
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_]+/gu) ?? []

/** Longer messages repeat what was sent. */
const maximumMessageLength = 1_000
/** So many words in a row that stand in the prompt are not the provider's own. */
const echoLength = 3

/**
 * The message without what it repeats of the request: a provider may quote any of it, and with it the name of any
 * parameter.
 */
function ownWords(message: string, call: ModelCall): string {
  const sent = ` ${wordsOf(`${call.system} ${call.user}`).join(' ')} `
  const [beforeInput = ''] = message.slice(0, maximumMessageLength).split(/\binput(?:_value)?["']? ?[:=]/, 1)
  const words = wordsOf(beforeInput)
  const echoed = new Set<number>()
  for (let start = 0; start + echoLength <= words.length; start += 1) {
    const run = Array.from({ length: echoLength }, (_, offset) => start + offset)
    if (sent.includes(` ${run.map((index) => words[index]).join(' ')} `))
      for (const index of run) echoed.add(index)
  }
  return words.filter((_, index) => !echoed.has(index)).join(' ')
}

/** The parameters of the call that an error blames: a 400 or 422 whose message or field names them. */
export function blamedIn(call: ModelCall, error: unknown): Parameter[] {
  const { statusCode, message = '', responseBody } = reportedFailure(error) ?? {}
  if (statusCode !== 400 && statusCode !== 422) return []
  const said = readProviderError(responseBody)
  const fields = (said?.fields ?? []).map((field) => wordsOf(field).join(' '))
  const own = ownWords(said?.message || message, call)
  const isBlamed = (name: Parameter): boolean =>
    fields.length > 0
      ? fields.some((field) => !aboutMessages.test(field) && spellings[name].test(field))
      : !aboutThePrompt.test(`${own} ${said?.code ?? ''}`) && spellings[name].test(own)
  return (Object.keys(spellings) as Parameter[]).filter((name) => call[name] !== undefined && isBlamed(name))
}

/** Leaves parameters out of every later call to the model, which answers without them. */
export function learnRejected(model: string, names: readonly Parameter[]): void {
  if (names.length > 0) rejected.set(model, new Set([...(rejected.get(model) ?? []), ...names]))
}
