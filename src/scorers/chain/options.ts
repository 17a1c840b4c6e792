import { z } from 'zod/v4'

export { readOptions } from '../../shared/read-options.ts'

/** What every judged scorer takes in its `options`. */
export interface JudgedOptions {
  /** The score lies in [0, scale]. Default 1. */
  scale?: number
  /**
   * What a unit counts by: its verdict, or the share of careful readers who would say yes (0 to 1). Default:
   * what the judge is better at: 'verdict' for language models, 'share' for the embedded judge and decision
   * models.
   */
  weighting?: 'verdict' | 'share'
  /**
   * 'composed' (default): written by code from the verdicts. 'written': prose by the judge, one call more,
   * replaced by the composed reason where it states another number.
   */
  reason?: 'composed' | 'written'
  /** Units in one call to the judge. Default 20. */
  batchSize?: number
  /** Cancels scoring at once. */
  signal?: AbortSignal
}

/** Their schemas, to be spread into a scorer's own. */
export const judgedOptions = {
  scale: z.number().positive().default(1),
  weighting: z.enum(['verdict', 'share']).optional(),
  reason: z.enum(['composed', 'written']).default('composed'),
  batchSize: z.int().positive().default(20),
  signal: z.instanceof(AbortSignal).optional(),
}
