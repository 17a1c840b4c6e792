import { allAlike, type Clusters } from '../../statistics/clusters.ts'
import type { Resampling } from '../../statistics/resampling.ts'
import { type DecidedMean, decideTogether } from './joint-intervals.ts'

export const noIntervalOfTies = 'No interval: every pair is a tie.'

/** A win rate is tested against one half. */
export const winRateTest = (sample: Clusters) => ({ sample, range: { low: 0, high: 1 }, against: 0.5 })

/** Estimates the win rate of the pairs of two runs, 0 to 1. Ties alone say nothing of how preferences vary. */
export function estimateWinRate(sample: Clusters, resampling: Resampling): DecidedMean {
  if (sample.mean === 0.5 && allAlike(sample)) return { mean: 0.5, note: noIntervalOfTies }
  return decideTogether([winRateTest(sample)], resampling)[0] as DecidedMean
}
