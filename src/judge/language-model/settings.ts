import { z } from 'zod/v4'
import type { CallSettings } from '../call/guarded-call.ts'
import type { JsonObject } from '../contract.ts'

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

/** The defaults; those of calls are in `guarded-call.ts`. */
export const usual = { repairs: 1, temperature: 0, maximumPromptCharacters: 400_000 } as const

const longestTimerInMs = 2_147_483_647
const delayFrom = (least: number) => z.number().min(least).max(longestTimerInMs).optional()
const countFrom = (least: number) => z.int().min(least).optional()

export const settingsSchema = z.strictObject({
  id: z.string().min(1).optional(),
  repairs: countFrom(0),
  concurrency: countFrom(1),
  requestsPerMinute: countFrom(1),
  timeoutInMs: delayFrom(1),
  retries: countFrom(0),
  retryDelayInMs: delayFrom(0),
  maximumRetryDelayInMs: delayFrom(0),
  temperature: z.number().min(0).optional(),
  seed: z.int().optional(),
  maxOutputTokens: countFrom(1),
  maximumPromptCharacters: countFrom(1),
  providerOptions: z.record(z.string(), z.record(z.string(), z.unknown()).optional()).optional(),
  headers: z.record(z.string(), z.string().optional()).optional(),
})
