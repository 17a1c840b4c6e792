import { callError } from '../call/failure.ts'
import { guardedCall } from '../call/guarded-call.ts'
import type { Evidence, JsonObject, TextRequest } from '../contract.ts'
import { JudgeError } from '../errors.ts'
import { makeEvidence } from '../evidence.ts'
import { callModel } from './call-model.ts'
import type { CallableModel, ModelReply } from './callable-model.ts'
import { type Prompt, promptText } from './prompt.ts'
import { type LanguageJudgeSettings, usual } from './settings.ts'

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
  { task, state, signal: sessionSignal }: TextRequest,
  settings: LanguageJudgeSettings,
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
      checkLength(text, state, settings, judge, ids)
      const place = prompts.push(text) - 1
      replies[place] = ''
      const before = calls
      try {
        const { temperature = usual.temperature, seed, maxOutputTokens, providerOptions, headers } = settings
        const wanted = { ...prompt, schema, temperature, seed, maxOutputTokens, providerOptions, headers }
        const { reply, dropped } = await guardedCall(
          model.id,
          (callSignal) =>
            callModel(
              model,
              { ...wanted, signal: callSignal },
              () => calls++,
              () => calls--,
            ),
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
  state: JsonObject,
  { maximumPromptCharacters: maximum = usual.maximumPromptCharacters }: LanguageJudgeSettings,
  judge: string,
  ids: readonly string[],
): void {
  if (text.length <= maximum) return
  const parts = Object.entries(state).map(([name, value]) => ({ name, length: JSON.stringify(value).length }))
  const [longest] = parts.toSorted((a, b) => b.length - a.length)
  const part = longest === undefined ? 'the material' : `the ${longest.name} (${longest.length} of them)`
  throw new JudgeError({
    judge,
    reason: 'configuration',
    ids,
    message: `the prompt would have ${text.length} characters, more than maximumPromptCharacters (${maximum}): shorten ${part} or raise the limit`,
  })
}
