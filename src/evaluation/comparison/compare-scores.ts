import type { ScorerRecord } from '../../run/record.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { allAlike, type Clusters, toClusters } from '../../statistics/clusters.ts'
import { studentQuantile } from '../../statistics/distributions.ts'
import { computeMean } from '../../statistics/mean.ts'
import type { Interval, Resampling } from '../../statistics/resampling.ts'
import { levelOfEach } from '../../statistics/step-down.ts'
import { byItem, type ScorePair, type ScorePairs } from './collect-scores.ts'
import { type DecidedMean, decideTogether, type TestedMean } from './joint-intervals.ts'
import type { ScoreComparison } from './score-comparison.ts'

export type ComparedScores = Omit<ScoreComparison, 'moved'>

/** The power for which `detectableDifference` is computed. */
const power = 0.8

export interface PairedScorer {
  readonly scorer: ScorerRecord
  readonly paired: ScorePairs
}

/** Returns the differences as a sample of clusters, in the order of the item ids. */
const toDifferences = ({ pairs }: ScorePairs): Clusters =>
  toClusters(byItem(pairs).map(({ difference, cluster }) => ({ value: difference, cluster })))

/** Returns whether there is anything to test: if no item changed, no test can say anything. */
const hasChanged = ({ pairs }: ScorePairs) => pairs.some(({ difference }) => difference !== 0)

const testedDifference = ({ scorer: { scale }, paired }: PairedScorer): TestedMean => ({
  sample: toDifferences(paired),
  ...(scale === undefined ? {} : { range: { low: -scale, high: scale } }),
  against: 0,
})

/**
 * Compares scorers that are decided together, each by its interval.
 *
 * Equal differences are decided as such that hardly differ are, by the test of signs: their interval is wider, since it
 * allows for other items. A run that may stop ends by intervals alone.
 */
export function compareScores(
  scorers: readonly PairedScorer[],
  resampling: Resampling,
  { mayStop }: { readonly mayStop: boolean },
): ComparedScores[] {
  const changed = scorers.filter(({ paired }) => hasChanged(paired))
  const tested = changed.map(testedDifference)
  const level = levelOfEach(resampling.level, tested.length)
  const decided = decideTogether(tested, resampling).map((mean, index) => ({
    ...mean,
    side: mean.side ?? (mayStop ? undefined : sideOfEqual(tested[index] as TestedMean, mean, level)),
  }))
  // A scorer that only one of the runs has is not compared.
  const comparisons = scorers.filter(({ paired }) => paired.pairs.length > 0).length
  const together = { comparisons, level: resampling.level }
  const place = new Map(changed.map((one, index) => [one, index]))
  return scorers.map((one) => {
    const described = describePairs(one)
    const index = place.get(one) ?? -1
    const mean = decided[index]
    const sample = tested[index]?.sample
    if (mean === undefined || sample === undefined) return described
    return { ...described, ...describeDifference(one, sample, mean), together }
  })
}

/** Returns the side of differences that are all the same, and not at an end of their range: there the interval is exact. */
function sideOfEqual(
  { sample, range }: TestedMean,
  { mean, interval }: DecidedMean,
  level: number,
): DecidedMean['side'] {
  const isAtEnd = range !== undefined && Math.abs(mean) > range.high - 1e-9
  const smallestPValue = 2 ** (1 - sample.count)
  if (!allAlike(sample) || isAtEnd || smallestPValue > 1 - (interval?.level ?? level) + 1e-9) return undefined
  return mean > 0 ? 'above' : 'below'
}

/** Describes the pairs, before any conclusion. */
export function describePairs({ scorer, paired }: PairedScorer): ComparedScores {
  const { pairs, unpaired, readOtherwise } = paired
  const rose = pairs.filter(({ difference }) => difference > 0).length
  const fell = pairs.filter(({ difference }) => difference < 0).length
  const unchanged = pairs.length > 0 && rose + fell === 0
  // An item that lost its score has changed, even without a difference.
  const isSame = unchanged && unpaired + readOtherwise === 0
  return {
    scorerId: scorer.id,
    lowerIsBetter: scorer.lowerIsBetter,
    pairs: pairs.length,
    unpaired,
    rose,
    fell,
    ...(readOtherwise === 0 ? {} : { readOtherwise }),
    clusters: new Set(pairs.map(({ cluster }) => cluster)).size,
    ...(pairs.length === 0
      ? { note: `No item was scored ${readOtherwise === 0 ? '' : 'in the same way '}in both runs.` }
      : {
          before: computeMean(pairs.map(({ before }) => before)),
          after: computeMean(pairs.map(({ after }) => after)),
          ...withoutUndefined({ differenceIfWorst: differenceIfWorst(scorer, paired) }),
        }),
    ...(unchanged && {
      difference: 0,
      note: isSame
        ? 'Every item has the same score in both runs.'
        : 'Every item that can be compared has the same score in both runs.',
    }),
    verdict: isSame ? 'same' : 'cannot tell',
  }
}

/** Covers all items that either run scored, since a score may be missing because the item was hard. */
function differenceIfWorst(
  { scale, lowerIsBetter }: ScorerRecord,
  { pairs, unpaired, alone }: ScorePairs,
): number | undefined {
  const worst = lowerIsBetter ? scale : 0
  if (unpaired === 0 || worst === undefined) return undefined
  const sums = [
    ...pairs.map(({ difference }) => difference),
    ...alone.after.map((score) => score - worst),
    ...alone.before.map((score) => worst - score),
  ]
  return computeMean(sums)
}

function describeDifference(
  { scorer: { lowerIsBetter }, paired: { pairs, repeated } }: PairedScorer,
  sample: Clusters,
  { standardError, interval, note, side }: DecidedMean,
) {
  return {
    difference: sample.mean,
    standardError,
    ...(interval === undefined ? {} : { interval }),
    ...(note === undefined ? {} : { note }),
    ...effect(pairs, sample, standardError, interval),
    ...(standardError === undefined || repeated === undefined
      ? {}
      : { spread: { ...repeated, ofItems: standardError ** 2 * pairs.length - repeated.ofMean } }),
    verdict: side === undefined ? 'cannot tell' : (side === 'above') === lowerIsBetter ? 'worse' : 'better',
  } as const
}

/** Returns nothing if all differences are equal: both figures divide by their deviation, which is 0. */
function effect(
  pairs: readonly ScorePair[],
  sample: Clusters,
  error: number | undefined,
  interval: Interval | undefined,
): { effectSize?: number; detectableDifference?: number } {
  if (error === undefined || allAlike(sample)) return {}
  const squares = pairs.reduce((sum, { difference }) => sum + (difference - sample.mean) ** 2, 0)
  const effectSize = sample.mean / Math.sqrt(squares / (pairs.length - 1))
  if (interval === undefined) return { effectSize }
  // A difference is shown if the interval ends before 0. With few items, or skew, its arm towards 0 is longer than
  // Student's; it is shorter only where those that moved are too few to say so.
  const towards0 = sample.mean < 0 ? interval.high - sample.mean : sample.mean - interval.low
  const student = studentQuantile((1 + interval.level) / 2, sample.count - 1) * error
  const reach = Math.max(towards0, student)
  return { effectSize, detectableDifference: reach + studentQuantile(power, sample.count - 1) * error }
}
