import type { ScorerRecord } from '../../run/record.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { allAlike, type Clusters, standardError, toClusters } from '../../statistics/clusters.ts'
import { computeMean } from '../../statistics/mean.ts'
import type { Resampling } from '../../statistics/resampling.ts'
import { byItem, type ScorePair, type ScorePairs } from './collect-scores.ts'
import { detectableDifference } from './forecast.ts'
import { type DecidedMean, decideTogether, type TestedMean } from './joint-intervals.ts'
import type { ScoreComparison } from './score-comparison.ts'

export type ComparedScores = Omit<ScoreComparison, 'moved'>

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

/** Compares scorers that are decided together, each by its interval. */
export function compareScores(scorers: readonly PairedScorer[], resampling: Resampling): ComparedScores[] {
  const changed = scorers.filter(({ paired }) => hasChanged(paired))
  const tested = changed.map(testedDifference)
  const decided = decideTogether(tested, resampling)
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
    const compared = { ...describeDifference(one, described, sample, mean), together }
    return { ...compared, ...withoutUndefined({ detectableDifference: detectableDifference(compared) }) }
  })
}

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
          ...describeIfWorst(scorer, paired),
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
function describeIfWorst(
  { scale, lowerIsBetter }: ScorerRecord,
  { pairs, unpaired, alone }: ScorePairs,
): Pick<ScoreComparison, 'differenceIfWorst' | 'standardErrorIfWorst'> {
  const worst = lowerIsBetter ? scale : 0
  if (unpaired === 0 || worst === undefined) return {}
  const sample = toClusters([
    ...pairs.map(({ cluster, difference: value }) => ({ cluster, value })),
    ...alone.after.map(({ cluster, value }) => ({ cluster, value: value - worst })),
    ...alone.before.map(({ cluster, value }) => ({ cluster, value: worst - value })),
  ])
  const { count, mean } = sample
  return {
    differenceIfWorst: mean,
    ...(count < 2 ? {} : { standardErrorIfWorst: standardError(sample) }),
  }
}

function describeDifference(
  { scorer: { lowerIsBetter }, paired: { pairs, repeated } }: PairedScorer,
  described: ComparedScores,
  sample: Clusters,
  { standardError: error, interval, note, side }: DecidedMean,
) {
  return {
    ...described,
    difference: sample.mean,
    standardError: error,
    ...(interval === undefined ? {} : { interval }),
    ...(note === undefined ? {} : { note }),
    ...effect(pairs, sample, error),
    ...(error === undefined || repeated === undefined
      ? {}
      : { spread: { ...repeated, ofItems: error ** 2 * pairs.length - repeated.ofMean } }),
    verdict: side === undefined ? 'cannot tell' : (side === 'above') === lowerIsBetter ? 'worse' : 'better',
  } as const
}

/** Returns nothing if all differences are equal: both figures divide by their deviation, which is 0. */
function effect(
  pairs: readonly ScorePair[],
  sample: Clusters,
  error: number | undefined,
): { effectSize?: number } {
  if (error === undefined || allAlike(sample)) return {}
  const squares = pairs.reduce((sum, { difference }) => sum + (difference - sample.mean) ** 2, 0)
  return { effectSize: sample.mean / Math.sqrt(squares / (pairs.length - 1)) }
}
