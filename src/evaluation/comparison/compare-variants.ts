import { addCosts, costPieces } from '../../run/cost/cost.ts'
import type { Cost, EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { readOptions } from '../../shared/read-options.ts'
import { sortedQuantile } from '../../statistics/bca-interval.ts'
import type { ResamplingOptions } from '../../statistics/resampling.ts'
import { everyPair, type Standings, standings } from '../../statistics/standings.ts'
import { type CompareOptions, compareEach, compareOptions } from './compare-runs.ts'
import { collectScores, RunsNotComparableError } from './scores.ts'
import { summarise } from './summarise.ts'
import type { ScoreComparison, ScoreSummary } from './types.ts'

/** One of several things that were asked the same. */
export interface VariantFigures {
  readonly name: string
  /** In the order of its run's scorers. */
  readonly summaries: readonly ScoreSummary[]
  /** Over the items that all variants have scored, by the scorers that lack a score of some. */
  readonly common: readonly ScoreSummary[]
  /** Answers, those that failed among them. */
  readonly answers: number
  readonly failed: number
  /** What its answers cost, without their scores. */
  readonly cost: Cost
  /** The median time of an answer, failures left out; absent without any. */
  readonly medianInMs?: number
  readonly p95InMs?: number
}

/** A comparison of two variants by one scorer; a positive difference is a higher score of `second`. */
export interface PairComparison extends ScoreComparison {
  readonly first: string
  readonly second: string
}

/** Several runs over the same data, each with each. */
export interface VariantsComparison {
  readonly variants: readonly VariantFigures[]
  /** Every two variants by every scorer that both have, decided together. */
  readonly pairs: readonly PairComparison[]
  /** Who is ahead by each scorer that all variants have. */
  readonly scorers: readonly (Standings & { readonly scorer: ScorerRecord })[]
}

/** What a run is called among others. */
export const variantName = ({ header: { variant, name } }: EvaluationRun): string => variant ?? name

/**
 * Compares each two of several runs. Between variants that do not differ, any is said to be ahead of another by any
 * scorer with a probability of at most 1 − level.
 *
 * @param runs Two or more, with different `variant`s or names.
 * @throws TypeError for options out of range, for fewer than two runs, and for two of one name; otherwise as
 * `compareRuns`.
 */
export function compareVariants(
  runs: readonly EvaluationRun[],
  options?: ResamplingOptions & Pick<CompareOptions, 'moved'>,
): VariantsComparison {
  const settings = readOptions('compareVariants', compareOptions, options)
  const names = runs.map(variantName)
  if (runs.length < 2) throw new TypeError('compareVariants: there must be two runs or more')
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new TypeError(`compareVariants: two runs are called "${twice}"`)
  const { moved: _moved, acrossJudges: _across, ...resampling } = settings
  const pairs = everyPair(runs)
  const compared = compareEach(pairs, settings).flatMap((comparisons, index) => {
    const [first, second] = (pairs[index] ?? []).map(variantName)
    if (first === undefined || second === undefined) return []
    return comparisons.map((comparison) => ({ first, second, ...comparison }))
  })
  const common = runs[0]?.header.scorers.filter(({ id }) => runs.every((run) => hasScorer(run, id))) ?? []
  if (common.length === 0) throw new RunsNotComparableError('the runs have no scorer in common')
  const restricted = common.map((scorer) => onCommonItems(runs, scorer))
  const variants = runs.map((run, index) => ({
    ...figuresOf(run),
    summaries: summarise(run, resampling),
    common: restricted.flatMap((of) => {
      const part = of?.[index]
      return part === undefined ? [] : summarise(part, resampling)
    }),
  }))
  return {
    variants,
    pairs: compared,
    scorers: common.map((scorer) => ({
      scorer,
      ...standings(
        variants.map((one) => ({ variant: one.name, mean: comparableSummary(one, scorer.id)?.mean })),
        compared.filter(({ scorerId }) => scorerId === scorer.id).map(toPairVerdict),
        scorer.lowerIsBetter,
      ),
    })),
  }
}

const toPairVerdict = ({ first, second, verdict }: PairComparison) => ({
  ...{ first, second },
  verdict: verdict === 'same' ? ('cannot tell' as const) : verdict,
})

/** The means of several variants stand beside each other: over the items that all have scored, where some lack one. */
export const comparableSummary = ({ common, summaries }: VariantFigures, id: string) =>
  [...common, ...summaries].find(({ scorerId }) => scorerId === id)

/** @returns Undefined where all runs have scored the same items, or none together. */
function onCommonItems(runs: readonly EvaluationRun[], scorer: ScorerRecord): EvaluationRun[] | undefined {
  const scored = runs.map((run) => new Set(collectScores(run, scorer.id).items.map(({ itemId }) => itemId)))
  const ids = new Set([...(scored[0] ?? [])].filter((id) => scored.every((of) => of.has(id))))
  if (ids.size === 0 || scored.every(({ size }) => size === ids.size)) return undefined
  return runs.map((run) => ({
    ...run,
    header: { ...run.header, scorers: [scorer] },
    items: run.items.filter(({ itemId }) => ids.has(itemId)),
  }))
}

const hasScorer = ({ header }: EvaluationRun, id: string) => header.scorers.some((scorer) => scorer.id === id)

function figuresOf(run: EvaluationRun): Omit<VariantFigures, 'summaries' | 'common'> {
  const answered = run.items.filter(({ failure }) => failure === undefined)
  const durations = Float64Array.from(answered, ({ durationInMs }) => durationInMs).sort()
  const quantile = (probability: number) =>
    durations.length === 0 ? undefined : sortedQuantile(durations, probability)
  return {
    name: variantName(run),
    answers: run.items.length,
    failed: run.items.length - answered.length,
    cost: addCosts(costPieces(run).target),
    medianInMs: quantile(0.5),
    p95InMs: quantile(0.95),
  }
}
