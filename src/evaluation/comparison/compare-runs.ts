import { z } from 'zod/v4'
import type { EvaluationRun } from '../../run/record.ts'
import { readOptions } from '../../shared/read-options.ts'
import { type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import { type SequentialRun, sequentially, withSequential } from '../sequential/compare-sequentially.ts'
import { requireWhole } from '../sequential/stop-when-decided.ts'
import { checkRepeats, pairScores, type ScorePair } from './collect-scores.ts'
import { commonItems } from './common-items.ts'
import { comparableScorers } from './comparable-scorers.ts'
import { type ComparedScores, compareScores, describePairs, type PairedScorer } from './compare-scores.ts'
import type { MovedItem, ScoreComparison } from './score-comparison.ts'
import { differencesText, type MeasureDifference, measureDifferences } from './scorer-differences.ts'

export const compareOptions = z.strictObject({
  ...resamplingOptions,
  moved: z.int().min(0).default(10),
  acrossJudges: z.boolean().default(false),
})

/**
 * Compares two runs for each scorer of either, over the items that both asked: those with the same id, input, ground
 * truth and expected trajectory (`commonItems` counts them and the others). An item counts with the mean of its
 * repeats.
 *
 * Between two runs of the same agent, the probability that any scorer gets 'better' or 'worse' is at most 1 − level. A
 * scorer whose scores depend on another judge, task, reading or other options gets no verdict: `measure` names what
 * differs.
 *
 * @throws TypeError for options out of range; RunsNotComparableError if two complete runs share no item, or if scorers
 * changed; InconsistentRunError if the records of a run contradict each other.
 *
 * @example
 * ```ts
 * import { createCompletenessScorer } from 'mastra-verdict'
 * import { compareRuns, evaluate } from 'mastra-verdict/evaluation'
 *
 * const scorers = [createCompletenessScorer()]
 * const before = await evaluate({ target: 'recorded', data: 'before.jsonl', scorers })
 * const after = await evaluate({ target: 'recorded', data: 'after.jsonl', scorers })
 * console.log(compareRuns(before, after)[0]?.verdict) // same
 * ```
 */
export function compareRuns(
  before: EvaluationRun,
  after: EvaluationRun,
  options?: ResamplingOptions & {
    /** The number of moved items to list. Default 10. */
    moved?: number
    /**
     * Whether to compare judges. If so, scorers whose judge, task, reading or options differ get a difference, which
     * then measures the judges. Default false: the comparison only says that they differ.
     */
    acrossJudges?: boolean
  },
): ScoreComparison[] {
  const settings = readOptions('compareRuns', compareOptions, options)
  const stopped = sequentially(before, after)
  return compareEach([[before, stopped?.run ?? after]], settings, stopped).flat()
}

/**
 * Makes several comparisons like `compareRuns`, decided together over all scorers of all pairs.
 *
 * @param stopped How the later runs are read if they could stop early.
 */
export function compareEach(
  pairs: readonly (readonly [before: EvaluationRun, after: EvaluationRun])[],
  { moved, acrossJudges, ...resampling }: z.output<typeof compareOptions>,
  stopped?: SequentialRun,
): ScoreComparison[][] {
  if (stopped === undefined) for (const run of pairs.flat()) requireWhole(run)
  const paired = pairs.map(([before, after]) => pairRuns(before, after))
  const isTested = ({ measure }: PairedRuns) => acrossJudges || measure.length === 0
  const tested = paired.flat().filter(isTested)
  const compared = compareScores(tested, { ...resampling, level: stopped?.level ?? resampling.level })
  const found = new Map(tested.map((entry, index) => [entry, compared[index] as ComparedScores]))
  return paired.map((entries) =>
    entries.map((entry) => {
      const { measure, paired } = entry
      const comparison = found.get(entry) ?? untested(entry)
      if (measure.length > 0)
        return { ...ofJudges(comparison, measure), moved: acrossJudges ? mostMoved(paired.pairs, moved) : [] }
      const described = { ...comparison, moved: mostMoved(paired.pairs, moved) }
      return stopped === undefined ? described : withSequential(described, stopped)
    }),
  )
}

/** Describes without a test, because another judge scored it. */
function untested(entry: PairedRuns): ComparedScores {
  const { difference: _, note: __, ...described } = describePairs(entry)
  return described
}

/** Puts the differences of the judges first, because the figures after them say nothing about the agent. */
const ofJudges = (comparison: ComparedScores, measure: PairedRuns['measure']): ComparedScores => ({
  ...comparison,
  verdict: 'cannot tell',
  measure,
  note: [`${differencesText(measure)}.`.replace(/^./, (first) => first.toUpperCase()), comparison.note ?? []]
    .flat()
    .join(' '),
})

function mostMoved(pairs: readonly ScorePair[], limit: number): MovedItem[] {
  return pairs
    .filter(({ difference }) => difference !== 0)
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
    .slice(0, limit)
    .map(({ itemId, before, after, difference }) => ({ itemId, before, after, difference }))
}

interface PairedRuns extends PairedScorer {
  /** Differences in what its scores depend on, other than the answers; empty if there are none. */
  readonly measure: readonly MeasureDifference[]
}

/**
 * Pairs each scorer's scores in two runs over the common items.
 *
 * @throws RunsNotComparableError and InconsistentRunError as `compareRuns` does.
 */
function pairRuns(before: EvaluationRun, after: EvaluationRun): PairedRuns[] {
  for (const run of [before, after]) checkRepeats(run)
  const scorers = comparableScorers(before.header.scorers, after.header.scorers)
  const both = commonItems(before, after)
  return scorers.map((scorer) => ({
    scorer,
    paired: pairScores(both.before, both.after, scorer.id),
    measure: measureDifferences(before, after, scorer.id),
  }))
}
