import { callError, isTransient } from '../call/failure.ts'
import { type CallSettings, guardedCall } from '../call/guarded-call.ts'
import { callSurroundings } from '../call/surroundings.ts'
import type { Evidence, JsonObject, Task } from '../contract.ts'
import { JudgeError } from '../errors.ts'
import { evidenceOf, noUsage } from '../evidence.ts'
import type { CallableModel, ModelReply } from './callable-model.ts'
import { type Prompt, promptText } from './prompt.ts'
import { blamedIn, learnRejected, rejectedIn, without } from './rejected-parameters.ts'

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

/** The calls that one decision or extraction takes, and the evidence that they leave. */
export interface Session {
  /** The judge's id. */
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
  const warnings = new Set<string>()
  const { maximumPromptCharacters: maximum = 400_000 } = settings
  let calls = 0
  let inputTokens = 0
  let outputTokens = 0

  /** One call, and another at once without the parameters that an error blames. */
  async function call(
    prompt: Prompt,
    schema: JsonObject | undefined,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    const { temperature = 0, seed, maxOutputTokens, providerOptions, headers } = settings
    const wanted = { ...prompt, schema, temperature, seed, maxOutputTokens, providerOptions, headers, signal }
    const dropped = rejectedIn(model.id, wanted)
    let first: unknown
    for (;;) {
      const accepted = without(dropped, wanted)
      calls += 1
      try {
        const reply = await model.call(accepted)
        callSurroundings().onCall?.({ model: model.id, usage: reply.usage })
        learnRejected(model.id, dropped)
        if (dropped.length > 0) warnings.add(`left out, for the model rejects it: ${dropped.join(', ')}`)
        return reply
      } catch (error) {
        callSurroundings().onCall?.({ model: model.id, usage: noUsage })
        if (signal.aborted || isTransient(error)) throw error
        first ??= error
        const blamed = blamedIn(accepted, error)
        // What was left out was not the cause, then.
        if (blamed.length === 0) throw first
        dropped.push(...blamed)
      }
    }
  }

  return {
    judge,
    async ask(prompt, schema, ids, signal = sessionSignal) {
      const text = promptText(prompt)
      if (text.length > maximum) {
        throw new JudgeError({
          judge,
          reason: 'configuration',
          ids,
          message: `the prompt would have ${text.length} characters, more than maximumPromptCharacters (${maximum}): shorten the answer or raise the limit`,
        })
      }
      prompts.push(text)
      const before = calls
      try {
        const reply = await guardedCall(
          model.id,
          (callSignal) => call(prompt, schema, callSignal),
          settings,
          signal,
        )
        inputTokens += reply.usage.inputTokens
        outputTokens += reply.usage.outputTokens
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
      return evidenceOf(judge, task, startedAt, { prompts, calls, usage, warnings: [...warnings] })
    },
  }
}
