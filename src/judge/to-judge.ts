import type { MastraModelConfig } from '@mastra/core/llm'
import type { Judge } from './contract.ts'
import type { LanguageModelConfig } from './language-model/callable-model.ts'
import { languageJudge } from './language-model/language-judge.ts'

/** What a scorer takes as its `model`. */
export type JudgeModel = LanguageModelConfig | Judge

export function isJudge(value: unknown): value is Judge {
  return (
    typeof value === 'object' && value !== null && 'decide' in value && typeof value.decide === 'function'
  )
}

function isLanguageModel(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return (
    typeof value === 'object' &&
    value !== null &&
    ('doGenerate' in value || 'id' in value || 'modelId' in value)
  )
}

/**
 * The model as Mastra knows it, so that Studio may show it; undefined of a judge. No type guard:
 * to narrow a union that holds the name of each model there is took the type checker most of its time.
 */
export function modelConfigOf(value: JudgeModel): MastraModelConfig | undefined {
  return isJudge(value) ? undefined : (value as MastraModelConfig)
}

/**
 * A judge as it is, or the judge that asks this model.
 *
 * @throws TypeError where the value is neither.
 */
export function toJudge(value: JudgeModel): Judge {
  if (isJudge(value)) return value
  if (!isLanguageModel(value)) {
    throw new TypeError('model must be a router string, a language model, a Mastra model config or a judge')
  }
  return languageJudge(value)
}
