import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import { holm } from '../../statistics/significance.ts'
import type { EvaluationRun } from '../record.ts'
import { sequentially, withSequential } from '../sequential/compare-sequentially.ts'
import type { SequentialResult } from '../sequential/sequential-result.ts'
import { commonItems } from './common-items.ts'
import { comparableScorers } from './comparable-scorers.ts'
import { compareScores, type Uncorrected } from './compare-scores.ts'
import { checkRepeats, pairScores, type ScorePair } from './scores.ts'
import type { MovedItem, ScoreComparison } from './types.ts'

export interface CompareOptions extends ResamplingOptions {
  /** How many of the items that moved are listed. Default 10. */
  moved?: number
}

export const compareOptions = z.strictObject({
  ...resamplingOptions,
  moved: z.int().min(0).default(10),
})

/**
 * What changed between two runs, for each scorer of either, over the items that both asked: those with the same id,
 * input, ground truth and expected trajectory (`commonItems` counts them and the others). They count with the mean
 * of their repeats.
 *
 * Between two runs of one agent, 'better' or 'worse' is said of any scorer with a probability of at most
 * 1 − level.
 *
 * @throws TypeError for options that are out of range; RunsNotComparableError for two whole runs without a common
 * item, or scorers that were changed; InconsistentRunError where the records of a run contradict each other.
 */
export function compareRuns(
  before: EvaluationRun,
  after: EvaluationRun,
  options?: CompareOptions,
): ScoreComparison[] {
  const settings = readOptions('compareRuns', compareOptions, options)
  return comparePairs([[before, after]], settings).flat()
}

/**
 * Several comparisons at once, each as `compareRuns` makes it, with p-values corrected over all scorers of all pairs.
 *
 * @returns For each pair, its comparisons.
 */
export function comparePairs(
  pairs: readonly (readonly [before: EvaluationRun, after: EvaluationRun])[],
  { moved, ...resampling }: z.output<typeof compareOptions>,
): ScoreComparison[][] {
  for (const run of new Set(pairs.flat())) checkRepeats(run)
  const entries = pairs.flatMap(([before, after], pair) => {
    const scorers = comparableScorers(before.header.scorers, after.header.scorers)
    const both = commonItems(before, after)
    const sequential = sequentially(before, { ...after, items: both.after.items }, pairs.length)
    return scorers.map((scorer) => ({
      ...{ pair, scorer },
      paired: pairScores(both.before, both.after, scorer.id),
      sequential: sequential?.(scorer.id),
    }))
  })
  const comparisons = compareScores(entries, resampling).map((comparison, index) => {
    const sequential = entries[index]?.sequential
    return sequential === undefined ? comparison : withSequential(comparison, sequential)
  })
  const tested = comparisons.filter(({ pValue }) => pValue !== undefined)
  const adjusted = holm(tested.map(({ pValue }) => pValue ?? 1))
  const place = new Map(tested.map((comparison, index) => [comparison, index]))
  const corrected = comparisons.map((comparison, index) => {
    const adjustedPValue = adjusted[place.get(comparison) ?? -1]
    return {
      ...comparison,
      adjustedPValue,
      verdict: comparison.sequential
        ? decisionOf(comparison, comparison.sequential)
        : verdictOf(comparison, adjustedPValue),
      moved: mostMoved(entries[index]?.paired.pairs ?? [], moved),
    }
  })
  const ofPair = Map.groupBy(corrected.keys(), (index) => entries[index]?.pair)
  return pairs.map((_, pair) => (ofPair.get(pair) ?? []).flatMap((index) => corrected[index] ?? []))
}

function verdictOf(
  { interval, lowerIsBetter }: Uncorrected,
  adjustedPValue: number | undefined,
): ScoreComparison['verdict'] {
  if (!interval || adjustedPValue === undefined || adjustedPValue > 1 - interval.level + 1e-9)
    return 'cannot tell'
  if (interval.low > 0) return lowerIsBetter ? 'worse' : 'better'
  if (interval.high < 0) return lowerIsBetter ? 'better' : 'worse'
  return 'cannot tell'
}

function decisionOf(
  { lowerIsBetter }: Uncorrected,
  { decided }: SequentialResult,
): ScoreComparison['verdict'] {
  if (decided === undefined) return 'cannot tell'
  return (decided === 'higher') === lowerIsBetter ? 'worse' : 'better'
}

function mostMoved(pairs: readonly ScorePair[], limit: number): MovedItem[] {
  return pairs
    .filter(({ difference }) => difference !== 0)
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
    .slice(0, limit)
    .map(({ itemId, before, after, difference }) => ({ itemId, before, after, difference }))
}
