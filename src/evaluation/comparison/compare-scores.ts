import { allAlike, type Clusters, inBlocks, toClusters } from '../../statistics/clusters.ts'
import { studentQuantile } from '../../statistics/distributions.ts'
import { estimateMeans, type MeanEstimate } from '../../statistics/estimate-means.ts'
import type { Interval, Resampling } from '../../statistics/resampling.ts'
import { signFlipTest } from '../../statistics/significance.ts'
import type { ScorerRecord } from '../record.ts'
import { byItem, type ScorePair, type ScorePairs } from './scores.ts'
import type { ScoreComparison } from './types.ts'

/** A comparison before the correction over scorers, which its verdict waits for. */
export type Uncorrected = Omit<ScoreComparison, 'verdict' | 'adjustedPValue' | 'moved'>

/** The power that `detectableDifference` is for. */
const power = 0.8

/** The comparison of each scorer on its own. */
export function compareScores(
  scorers: readonly { readonly scorer: ScorerRecord; readonly paired: ScorePairs }[],
  resampling: Resampling,
): Uncorrected[] {
  const present = scorers.filter(({ paired }) => paired.pairs.length > 0)
  const samples = present.map(({ paired }) =>
    toClusters(byItem(paired.pairs).map(({ difference, cluster }) => ({ value: difference, cluster }))),
  )
  const estimates = estimateMeans(
    samples,
    present.map(({ scorer: { scale } }) => (scale === undefined ? undefined : { low: -scale, high: scale })),
    resampling,
  )
  const place = new Map(present.map((entry, index) => [entry, index]))
  return scorers.map((entry) => {
    const index = place.get(entry) ?? -1
    const { scorer, paired } = entry
    const described = {
      scorerId: scorer.id,
      lowerIsBetter: scorer.lowerIsBetter,
      pairs: paired.pairs.length,
      unpaired: paired.unpaired,
      rose: paired.pairs.filter(({ difference }) => difference > 0).length,
      fell: paired.pairs.filter(({ difference }) => difference < 0).length,
    }
    const sample = samples[index]
    const estimate = estimates[index]
    if (!sample || !estimate) return { ...described, clusters: 0, note: 'No item was scored in both runs.' }
    return { ...described, ...describePairs(paired.pairs, sample, estimate, resampling) }
  })
}

function describePairs(
  pairs: readonly ScorePair[],
  sample: Clusters,
  { standardError, interval, note }: MeanEstimate,
  resampling: Resampling,
) {
  const test = signFlipTest(inBlocks(sample, resampling.seed), resampling)
  return {
    clusters: sample.count,
    before: meanOf(pairs.map(({ before }) => before)),
    after: meanOf(pairs.map(({ after }) => after)),
    difference: sample.mean,
    pValue: test.pValue,
    standardError,
    ...widest(interval, note, test, sample.count, resampling.level),
    ...effect(pairs, sample, standardError, resampling.level),
  }
}

/** A bootstrap of few or skewed differences is too sure of itself, and the test alone takes them for symmetric. */
function widest(
  interval: Interval | undefined,
  note: string | undefined,
  test: { low: number; high: number },
  clusters: number,
  level: number,
): { interval?: Interval; note?: string } {
  if (!Number.isFinite(test.low))
    return {
      note: `No interval: ${clusters === 1 ? '1 cluster is' : `${clusters} clusters are`} too few to show any difference at a level of ${level}.`,
    }
  if (!interval) return { note }
  return {
    interval: { low: Math.min(interval.low, test.low), high: Math.max(interval.high, test.high), level },
    note,
  }
}

/** Nothing can be said from differences that are all one: their deviation, by which both divide, is 0. */
function effect(
  pairs: readonly ScorePair[],
  sample: Clusters,
  error: number | undefined,
  level: number,
): { effectSize?: number; detectableDifference?: number } {
  if (error === undefined || allAlike(sample)) return {}
  const squares = pairs.reduce((sum, { difference }) => sum + (difference - sample.mean) ** 2, 0)
  const deviation = Math.sqrt(squares / (pairs.length - 1))
  const freedom = sample.count - 1
  return {
    effectSize: sample.mean / deviation,
    detectableDifference:
      (studentQuantile(1 - (1 - level) / 2, freedom) + studentQuantile(power, freedom)) * error,
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
