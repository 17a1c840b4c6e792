import { z } from 'zod/v4'

/** Options of every interval and test. */
export interface ResamplingOptions {
  /** The seed of the random numbers: the same seed and data give the same result. Default 1. */
  seed?: number
  /** Coverage of intervals; tests use 1 − level. Above 0.5, below 1. Default 0.95. */
  level?: number
  /** Bootstrap resamples, and random sign flips. At least 1,000. Default 10,000. */
  resamples?: number
}

/** The schemas of these options, to spread into others. */
export const resamplingOptions = {
  seed: z.int().default(1),
  level: z.number().gt(0.5).lt(1).default(0.95),
  resamples: z.int().min(1000).default(10_000),
}

export type Resampling = Readonly<Required<ResamplingOptions>>

/** The possible values of a sample. */
export interface Range {
  readonly low: number
  readonly high: number
}

/** A confidence interval; `level` is its coverage, 0.95 for 95 %. */
export interface Interval extends Range {
  readonly level: number
}
