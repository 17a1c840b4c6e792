import { z } from 'zod/v4'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import { readMeasure } from '../../../scorers/common/measure.ts'

export const queuedSchema = z
  .strictObject({
    per: z.enum(['answer', 'thread']).default('answer'),
    quietInMs: z.number().min(1).max(2_592_000_000).optional(),
  })
  .refine(({ per, quietInMs }) => (per === 'thread') === (quietInMs !== undefined), {
    message: "give both per: 'thread' and quietInMs, or neither",
  })

const quietKey = Symbol.for('mastra-verdict.quiet')

/** Returns how long a thread must be quiet before the scorer scores it; undefined for a scorer of answers. */
export const readQuietTime = (scorer: object) => (scorer as { [quietKey]?: number })[quietKey]

/** @throws TypeError for a scorer of single answers. */
export function setQuietTime(scorer: AnyScorer, quietInMs: number): void {
  const measure = readMeasure(scorer)
  const isOfAnswers = measure !== undefined && measure.over !== 'conversation'
  if (isOfAnswers || scorer.type === 'trajectory')
    throw new TypeError(
      `queued: ${scorer.id} does not read conversations, so it cannot score threads: leave out per`,
    )
  Object.defineProperty(scorer, quietKey, { value: quietInMs })
}
