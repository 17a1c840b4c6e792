import { z } from 'zod/v4'
import { startsState } from './change-point.ts'

export const detectorOptions = z
  .strictObject({
    /** The lowest and the highest possible value. */
    low: z.number(),
    high: z.number(),
    /** The direction: a drop of scores, or a rise of failures or of scores where lower is better. */
    direction: z.enum(['drop', 'rise']),
    /**
     * The reference for the mean: a stated mean, or that of the first 20 to 10,000 observations, which is not known
     * exactly. To compare with the scores of a run, add those first.
     */
    reference: z.union([
      z.strictObject({ mean: z.number() }),
      z.strictObject({ observations: z.int().min(20).max(10_000) }),
    ]),
    /** The distance of the mean from the reference that does not yet count as a change. From 0. Default 0. */
    allowed: z.number().min(0).default(0),
    /**
     * The number of observations per false alarm, at least, on average, while nothing changes. It counts over all
     * streams together. From 10. Default 50,000.
     */
    averageRunLength: z.number().min(10).default(50_000),
    /**
     * The maximum number of detectors that an observation goes to, for example one for its group and one for all
     * groups. Detectors of streams that share no observations need no part of the guarantee. Default 1.
     */
    detectors: z.int().min(1).default(1),
    /** The greatest weight of an observation. Default 1. */
    greatestWeight: z.number().positive().default(1),
  })
  .refine(({ low, high }) => low < high, 'low must be below high')
  .refine(({ low, high, direction, reference, allowed }) => {
    if ('observations' in reference) return true
    const limit = reference.mean + (direction === 'drop' ? -allowed : allowed)
    return limit > low && limit < high
  }, 'the reference and the allowed loss must leave room for a change')

/** A detector as JSON: at most about 1,800 numbers, and the reference while it is being learned. */
export const changeDetectorState = z
  .strictObject({
    options: detectorOptions,
    /** The number of observations so far, including those of the reference. */
    count: z.int().min(0),
    /** The reference learned so far; empty once it is known, or if it was stated. */
    sample: z.array(z.strictObject({ value: z.number(), weight: z.number() })),
    mean: z.number().optional(),
    candidates: z.array(z.strictObject({ mean: z.number(), evidence: z.array(z.number().min(0)) })),
    /** The stake of each gambler, per 1 that an observation is below the limit. */
    stakes: z.array(z.number().min(0)),
    /** The wealth of gamblers, for each candidate and stake. */
    wealth: z.array(z.number().min(0)),
    starts: startsState,
    evidence: z.number().min(0),
  })
  .refine(
    ({ candidates, stakes, wealth }) =>
      wealth.length === candidates.length * stakes.length &&
      candidates.every(({ evidence }) => evidence.length === stakes.length),
    'there must be evidence and wealth of each stake for each candidate',
  )

export type ChangeDetectorOptions = z.input<typeof detectorOptions>
