import { callSurroundings } from '../call/call-context.ts'
import { callError, isTransient, reportedFailure } from '../call/failure.ts'
import { type CallSettings, guardedCall } from '../call/guarded-call.ts'
import { saidIn } from '../call/provider-error.ts'
import type { Evidence, JsonObject, Task } from '../contract.ts'
import { JudgeError } from '../errors.ts'
import { makeEvidence, noUsage } from '../evidence.ts'
import type { CallableModel, ModelCall, ModelReply } from './callable-model.ts'
import { type Prompt, promptText } from './prompt.ts'

export interface LanguageJudgeSettings extends CallSettings {
  /** Default: the model, as 'provider/model'. */
  id?: string
  /** How often questions without a usable answer are asked again. Default 1. */
  repairs?: number
  /** Default 0. Left out for models that reject it. */
  temperature?: number
  /** Left out for models that reject it. Default: none. */
  seed?: number
  /** Default: the provider's. */
  maxOutputTokens?: number
  /** A longer prompt is an error before the call. Default 400,000. */
  maximumPromptCharacters?: number
  providerOptions?: Readonly<Record<string, JsonObject>>
  headers?: Readonly<Record<string, string>>
}

/** The calls of one decision or extraction, and their evidence. */
export interface Session {
  readonly judge: string
  ask(
    prompt: Prompt,
    schema: JsonObject | undefined,
    ids: readonly string[],
    signal?: AbortSignal,
  ): Promise<ModelReply>
  warn(...warnings: readonly string[]): void
  calls(): number
  evidence(): Evidence
}

export function openSession(
  judge: string,
  model: CallableModel,
  task: Task,
  settings: LanguageJudgeSettings,
  sessionSignal: AbortSignal | undefined,
): Session {
  const startedAt = performance.now()
  const prompts: string[] = []
  const replies: string[] = []
  const warnings = new Set<string>()
  let calls = 0
  let inputTokens = 0
  let outputTokens = 0

  return {
    judge,
    async ask(prompt, schema, ids, signal = sessionSignal) {
      const text = promptText(prompt)
      checkLength(text, settings, judge, ids)
      const place = prompts.push(text) - 1
      replies[place] = ''
      const before = calls
      try {
        const { temperature = 0, seed, maxOutputTokens, providerOptions, headers } = settings
        const wanted = { ...prompt, schema, temperature, seed, maxOutputTokens, providerOptions, headers }
        const { reply, dropped } = await guardedCall(
          model.id,
          (callSignal) => callAccepted(model, { ...wanted, signal: callSignal }, () => calls++),
          settings,
          signal,
        )
        if (dropped.length > 0) warnings.add(`left out because the model rejects it: ${dropped.join(', ')}`)
        inputTokens += reply.usage.inputTokens
        outputTokens += reply.usage.outputTokens
        replies[place] = reply.text
        for (const warning of reply.warnings) warnings.add(warning)
        return reply
      } catch (error) {
        if (signal?.aborted) throw error
        throw callError(judge, error, calls - before, ids)
      }
    },
    warn: (...added) => {
      for (const warning of added) warnings.add(warning)
    },
    calls: () => calls,
    evidence: () => {
      const usage = { inputTokens, outputTokens }
      return makeEvidence(judge, task, startedAt, { prompts, replies, calls, usage, warnings: [...warnings] })
    },
  }
}

/** @throws JudgeError for a prompt that is too long. */
function checkLength(
  text: string,
  { maximumPromptCharacters: maximum = 400_000 }: LanguageJudgeSettings,
  judge: string,
  ids: readonly string[],
): void {
  if (text.length <= maximum) return
  throw new JudgeError({
    judge,
    reason: 'configuration',
    ids,
    message: `the prompt would have ${text.length} characters, more than maximumPromptCharacters (${maximum}): shorten the answer or raise the limit`,
  })
}

/** Makes one call, and another at once without the parameters that an error blames. */
async function callAccepted(
  model: CallableModel,
  wanted: ModelCall,
  onCall: () => void,
): Promise<{ readonly reply: ModelReply; readonly dropped: readonly Parameter[] }> {
  const dropped = rejectedIn(model.id, wanted)
  let first: unknown
  for (;;) {
    const accepted = without(dropped, wanted)
    onCall()
    try {
      const reply = await model.call(accepted)
      callSurroundings().onCall?.({ model: model.id, usage: reply.usage })
      learnRejected(model.id, dropped)
      return { reply, dropped }
    } catch (error) {
      callSurroundings().onCall?.({ model: model.id, usage: noUsage })
      if (wanted.signal?.aborted || isTransient(error)) throw error
      first ??= error
      const blamed = blamedIn(accepted, error)
      // Then the dropped parameters were not the cause.
      if (blamed.length === 0) throw first
      dropped.push(...blamed)
    }
  }
}

type Parameter = 'temperature' | 'seed' | 'schema' | 'maxOutputTokens'

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

function rejectedIn(model: string, call: ModelCall): Parameter[] {
  return [...(rejected.get(model) ?? [])].filter((name) => call[name] !== undefined)
}

function without(names: readonly Parameter[], call: ModelCall): ModelCall {
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
function blamedIn(call: ModelCall, error: unknown): Parameter[] {
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
function learnRejected(model: string, names: readonly Parameter[]): void {
  if (names.length > 0) rejected.set(model, new Set([...(rejected.get(model) ?? []), ...names]))
}
