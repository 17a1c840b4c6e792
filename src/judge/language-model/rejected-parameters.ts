import { reportedFailure } from '../call/failure.ts'
import { saidIn } from '../call/provider-error.ts'
import type { ModelCall } from './callable-model.ts'

export type Parameter = 'temperature' | 'seed' | 'schema' | 'maxOutputTokens'

/** The providers' names for each parameter, after {@link listWords}. */
const spellings: Readonly<Record<Parameter, RegExp>> = {
  temperature: /temperature/i,
  seed: /\bseed\b/i,
  schema:
    /response[ _]?(?:format|schema|mime)|json[ _]?(?:schema|mode|object|output|format|response)|structured[ _]?(?:output|generation|decoding)|text format|output[ _]?(?:format|config|schema)|guided[ _]?(?:json|decoding|generation|grammar)|\bgrammar\b/i,
  maxOutputTokens: /max[ _]?(?:output[ _]?|completion[ _]?|new[ _]?)?tokens/i,
}

/** An error about the prompt, whatever words of it are repeated. */
const aboutThePrompt = /\b(?:content|prompt|policy)/i
const aboutMessages = /^(?:body )?(?:messages?|inputs?|contents?|prompts?|system)\b/i

const rejected = new Map<string, Set<Parameter>>()

/** Returns the parameters of a call that its model rejected before. */
export function rejectedIn(model: string, call: ModelCall): Parameter[] {
  return [...(rejected.get(model) ?? [])].filter((name) => call[name] !== undefined)
}

export function without(names: readonly Parameter[], call: ModelCall): ModelCall {
  return Object.assign({}, call, ...names.map((name) => ({ [name]: undefined })))
}

/** Returns the words of a text. JSON may contain escaped JSON, so an escaped line break is not a letter. */
const listWords = (text: string) => text.replace(/\\[nrt]/g, ' ').match(/[\p{L}\p{N}_]+/gu) ?? []

/** Longer messages repeat the request. */
const maximumMessageLength = 1_000
/** This many consecutive words that appear in the prompt are not the provider's own. */
const echoLength = 3

/**
 * Returns the message without its quotes from the request: a provider may quote any of it, including the name of a
 * parameter.
 */
function ownWords(message: string, sent: string): string {
  const [beforeInput = ''] = message.slice(0, maximumMessageLength).split(/\binput(?:_value)?["']? ?[:=]/, 1)
  const words = listWords(beforeInput)
  if (words.length < echoLength && sent.includes(` ${words.join(' ')} `)) return ''
  const echoed = new Set<number>()
  for (let start = 0; start + echoLength <= words.length; start += 1) {
    const run = Array.from({ length: echoLength }, (_, offset) => start + offset)
    if (sent.includes(` ${run.map((index) => words[index]).join(' ')} `))
      for (const index of run) echoed.add(index)
  }
  return words.filter((_, index) => !echoed.has(index)).join(' ')
}

/** Returns the parameters that an error blames: a 400 or 422 that names them, as a field or in words. */
export function parametersBlamedBy(error: unknown, call: ModelCall): Parameter[] {
  const { statusCode, message, responseBody } = reportedFailure(error) ?? {}
  if (statusCode !== 400 && statusCode !== 422) return []
  const said = saidIn(responseBody || message || '')
  const fields = said.fields.map((field) => listWords(field).join(' '))
  const sent = ` ${listWords(`${call.system} ${call.user}`).join(' ')} `
  const own = said.texts.map((text) => ownWords(text, sent)).join('\n')
  const names = (Object.keys(spellings) as Parameter[]).filter((name) => call[name] !== undefined)
  if (fields.some((field) => aboutMessages.test(field))) return []
  const byField = names.filter((name) => fields.some((field) => spellings[name].test(field)))
  if (byField.length > 0 || aboutThePrompt.test(own)) return byField
  return names.filter((name) => spellings[name].test(own))
}

/** Leaves parameters out of every later call to the model, which answers without them. */
export function rememberRejected(model: string, names: readonly Parameter[]): void {
  if (names.length > 0) rejected.set(model, new Set([...(rejected.get(model) ?? []), ...names]))
}
