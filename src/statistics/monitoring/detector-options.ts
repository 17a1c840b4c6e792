import { z } from 'zod/v4'
import { startsState } from './change-point.ts'

/** With their defaults. */
export const detectorOptions = z
  .strictObject({
    /** The lowest and highest value there can be. */
    low: z.number(),
    high: z.number(),
    /** What is looked for: a drop of scores, a rise of failures or of scores of which lower is better. */
    direction: z.enum(['drop', 'rise']),
    /**
     * What the mean is compared with: a stated mean, or that of the first observations, 20 to 10,000 of them, which
     * is not known exactly. To compare with scores of a run, add those first.
     */
    reference: z.union([
      z.strictObject({ mean: z.number() }),
      z.strictObject({ observations: z.int().min(20).max(10_000) }),
    ]),
    /** How far from the reference the mean may be before that is a change. From 0. Default 0. */
    allowed: z.number().min(0).default(0),
    /**
     * While nothing changes there is one false alarm in so many observations, at most, on average. Counted over
     * all streams together. From 10. Default 50,000.
     */
    averageRunLength: z.number().min(10).default(50_000),
    /**
     * How many detectors an observation goes to, at most, such as one of its group and one of all groups. Detectors
     * of streams that share no observation need no part of the promise. Default 1.
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
  }, 'the reference and what is allowed must leave room for a change')

/** A detector as JSON: about 1,800 numbers at most, and the reference while it is being learned. */
export const changeDetectorState = z
  .strictObject({
    options: detectorOptions,
    /** Observations so far, those of the reference among them. */
    count: z.int().min(0),
    /** The reference as far as it is there; empty once it is known, or was stated. */
    sample: z.array(z.strictObject({ value: z.number(), weight: z.number() })),
    mean: z.number().optional(),
    candidates: z.array(z.strictObject({ mean: z.number(), evidence: z.array(z.number().min(0)) })),
    /** What each gambler stakes, for each 1 that an observation is below the limit. */
    stakes: z.array(z.number().min(0)),
    /** What gamblers hold, for each candidate and stake. */
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
