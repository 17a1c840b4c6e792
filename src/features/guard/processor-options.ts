import { z } from 'zod/v4'
import type { AnyScorer } from '../../run/scorer-entry.ts'
import { readMeasure } from '../../scorers/common/measure.ts'
import { readOptions } from '../../shared/read-options.ts'

/** Sets which scores are too low or too high, on the scorer's scale, and what to do with such an answer. */
export type ScorerProcessorOptions = {
  /** The longest that an answer may wait for its score, in milliseconds, before it fails. No default. */
  withinInMs: number
  /**
   * Treatment of an answer without a score, for example if the judge fails, abstains or is too slow: 'open' releases
   * it, 'closed' stops it, whatever the action. No default.
   */
  onFailure: 'open' | 'closed'
  /** Default: the scorer's id. Two processors of one agent need different ids. */
  id?: string
} & (
  | { below: number; above?: undefined }
  /** For a scorer whose lower scores are better. */
  | { above: number; below?: undefined }
) &
  (
    | {
        /** Asks the model again, with the reason of the score, at most this often per request; then stops. */
        action: 'retry'
        retries: number
      }
    /** Stops with a tripwire, or releases the answer with a mark in its metadata. */
    | { action: 'stop' | 'mark'; retries?: undefined }
  )

const limit = z.number().optional()
const optionsSchema = z
  .strictObject({
    below: limit,
    above: limit,
    action: z.enum(['retry', 'stop', 'mark']),
    retries: z.int().positive().optional(),
    withinInMs: z.number('must be how long an answer may wait for its score, in milliseconds').positive(),
    onFailure: z.enum(
      ['open', 'closed'],
      "must be 'open', to let an answer without a score out, or 'closed', to stop it",
    ),
    id: z.string().min(1).optional(),
  })
  .refine(({ below, above }) => (below === undefined) !== (above === undefined), 'give below or above')
  .refine(
    ({ action, retries }) => (action === 'retry') === (retries !== undefined),
    "give retries with action: 'retry', and only then",
  )

/** @throws TypeError for a missing or wrong option, and for a limit that the scorer's scores cannot cross. */
export function readProcessorOptions(
  scorer: AnyScorer,
  options: ScorerProcessorOptions,
): z.output<typeof optionsSchema> {
  const settings = readOptions('scorerProcessor', optionsSchema, options)
  const { scale, lowerIsBetter } = readMeasure(scorer) ?? {}
  const { below, above } = settings
  const fail = (message: string) => new TypeError(`scorerProcessor: ${scorer.id}: ${message}`)
  if (lowerIsBetter === true && below !== undefined) throw fail('lower scores are better: give above')
  if (lowerIsBetter === false && above !== undefined) throw fail('higher scores are better: give below')
  if (below !== undefined && !(below > 0 && below <= (scale ?? Number.POSITIVE_INFINITY)))
    throw fail(`below must be more than 0, and at most the scale${scale === undefined ? '' : `, ${scale}`}`)
  if (above !== undefined && !(above >= 0 && above < (scale ?? Number.POSITIVE_INFINITY)))
    throw fail(`above must be 0 or more, and less than the scale${scale === undefined ? '' : `, ${scale}`}`)
  return settings
}
