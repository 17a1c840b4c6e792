import { allAlike, type ClusteredValue, inBlocks, toClusters } from '../../statistics/clusters.ts'
import { studentQuantile } from '../../statistics/distributions.ts'
import { estimateDifferences, fewestToShow } from '../../statistics/estimate-means.ts'
import type { Interval, Resampling } from '../../statistics/resampling.ts'
import { holm, signFlipTest } from '../../statistics/significance.ts'

/** A mean difference that is 0 for a fair judge. */
export interface Effect {
  /** Absent if nothing could be compared. */
  readonly value?: number
  readonly interval?: Interval
  readonly pValue?: number
  /** Holm's correction over all tests of the audit. */
  readonly adjustedPValue?: number
  /** The smallest true effect that this many answers, with their variation, reveal with a power of 0.8. */
  readonly detectable?: number
}

export const fewestClusters = fewestToShow
const power = 0.8

/**
 * Computes the mean of paired differences, with its interval and a sign-flip test: each difference could as well have
 * the other sign if the judge was indifferent.
 *
 * @param range The largest possible difference, either way; undefined if unknown.
 */
export function measureEffect(
  differences: readonly ClusteredValue[],
  range: number | undefined,
  resampling: Resampling,
): Effect {
  if (differences.length === 0) return {}
  const sample = toClusters(differences)
  const { mean, count } = sample
  if (count < fewestClusters) return { value: mean }
  const test = signFlipTest(inBlocks(sample, resampling.seed), resampling)
  const [estimate] = estimateDifferences(
    [sample],
    [range === undefined ? undefined : { low: -range, high: range }],
    resampling,
  )
  const { interval, standardError = 0 } = estimate ?? {}
  const freedom = count - 1
  const quantiles = studentQuantile(1 - (1 - resampling.level) / 2, freedom) + studentQuantile(power, freedom)
  return {
    value: mean,
    ...(interval === undefined ? {} : { interval }),
    pValue: test.pValue,
    ...(allAlike(sample) ? {} : { detectable: quantiles * standardError }),
  }
}

/** Corrects p-values for the number of tests made. */
export function corrected(effects: readonly Effect[]): Effect[] {
  const tested = effects.flatMap(({ pValue }) => pValue ?? [])
  const adjusted = holm(tested)
  let next = 0
  return effects.map((effect) =>
    effect.pValue === undefined ? effect : { ...effect, adjustedPValue: adjusted[next++] as number },
  )
}

/** An effect is found if its corrected test shows it, and its interval, printed beside it, excludes 0. */
export function isFound({ adjustedPValue, interval }: Effect, level: number): boolean {
  const isShown = adjustedPValue !== undefined && adjustedPValue <= 1 - level + 1e-9
  return isShown && interval !== undefined && excludes0(interval)
}

export const excludes0 = ({ low, high }: Interval) => low > 0 || high < 0
