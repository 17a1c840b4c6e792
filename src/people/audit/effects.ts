import { allAlike, type ClusteredValue, inBlocks, toClusters } from '../../statistics/clusters.ts'
import { studentQuantile } from '../../statistics/distributions.ts'
import { estimateDifferences, fewestToShow } from '../../statistics/estimate-means.ts'
import type { Interval, Resampling } from '../../statistics/resampling.ts'
import { holm, signFlipTest } from '../../statistics/significance.ts'

/** A mean difference that would be 0 of a fair judge. */
export interface Effect {
  /** Absent where nothing could be compared. */
  readonly value?: number
  readonly interval?: Interval
  readonly pValue?: number
  /** Holm's correction over all tests of the audit. */
  readonly adjustedPValue?: number
  /** The smallest true effect that so many answers, varying as they do, show with a power of 0.8. */
  readonly detectable?: number
}

export const fewestClusters = fewestToShow
const power = 0.8

/**
 * The mean of paired differences: its interval, and the test that each could as well have had the other sign, as it
 * could if the judge did not mind.
 *
 * @param range The most that a difference can be, either way; undefined where that is not known.
 */
export function effectOf(
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

/** p-values corrected for the number of tests, over all that were made. */
export function corrected(effects: readonly Effect[]): Effect[] {
  const tested = effects.flatMap(({ pValue }) => pValue ?? [])
  const adjusted = holm(tested)
  let next = 0
  return effects.map((effect) =>
    effect.pValue === undefined ? effect : { ...effect, adjustedPValue: adjusted[next++] as number },
  )
}

/** Whether an effect is there, at the stated level, and as large as may matter. */
export function isFound({ adjustedPValue }: Effect, level: number): boolean {
  return adjustedPValue !== undefined && adjustedPValue <= 1 - level + 1e-9
}
