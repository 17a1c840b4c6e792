import type { MastraModelConfig } from '@mastra/core/llm'
import { isObject } from '../shared/is-object.ts'
import type { Judge } from './contract.ts'
import type { LanguageModelConfig } from './language-model/callable-model.ts'
import { languageJudge } from './language-model/language-judge.ts'

/** The `model` of a scorer. */
export type JudgeModel = LanguageModelConfig | Judge

export function isJudge(value: unknown): value is Judge {
  return isObject(value) && typeof value.decide === 'function'
}

function isLanguageModel(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return isObject(value) && ('doGenerate' in value || 'id' in value || 'modelId' in value)
}

/**
 * Returns the model as Mastra knows it, so that Studio may show it; undefined for a judge. Not a type guard: narrowing
 * a union with the name of every model took the type checker most of its time.
 */
export function toModelConfig(value: JudgeModel): MastraModelConfig | undefined {
  return isJudge(value) ? undefined : (value as MastraModelConfig)
}

/**
 * Returns a judge as it is, or makes the judge that asks this model.
 *
 * @throws TypeError if the value is neither.
 */
export function toJudge(value: JudgeModel): Judge {
  if (isJudge(value)) return value
  if (!isLanguageModel(value)) {
    throw new TypeError('model must be a router string, a language model, a Mastra model config or a judge')
  }
  return languageJudge(value)
}
