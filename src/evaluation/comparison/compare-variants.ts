import { addCosts, costPieces } from '../../run/cost/cost.ts'
import type { Cost, EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { readOptions } from '../../shared/read-options.ts'
import { sortedQuantile } from '../../statistics/bca-interval.ts'
import type { ResamplingOptions } from '../../statistics/resampling.ts'
import { everyPair, type Standings, standings } from '../../statistics/standings.ts'
import { collectScores, RunsNotComparableError } from './collect-scores.ts'
import { restrict } from './common-items.ts'
import { compareEach, compareOptions } from './compare-runs.ts'
import type { ScoreComparison } from './score-comparison.ts'
import type { ScoreSummary } from './score-summary.ts'
import { summarise } from './summarise.ts'

/** One of several variants that answered the same questions. */
export interface VariantFigures {
  readonly name: string
  /** In the order of its run's scorers. */
  readonly summaries: readonly ScoreSummary[]
  /** Over the items that all variants with any score have, for scorers of which some variant lacks an item. */
  readonly common: readonly ScoreSummary[]
  /** All answers, including failed ones. */
  readonly answers: number
  readonly failed: number
  /** The cost of its answers, without scoring. */
  readonly cost: Cost
  /** The median time of an answer, without failures; absent if there is none. */
  readonly medianInMs?: number
  readonly p95InMs?: number
}

/** Two variants compared by one scorer; a positive difference means that `second` scores higher. */
export interface PairComparison extends ScoreComparison {
  readonly first: string
  readonly second: string
}

/** Several runs over the same data, each compared with each. */
export interface VariantsComparison {
  readonly variants: readonly VariantFigures[]
  /** Each pair of variants, for every scorer that both have, all decided together. */
  readonly pairs: readonly PairComparison[]
  /** The leaders for each scorer that all variants have. */
  readonly scorers: readonly (Standings & { readonly scorer: ScorerRecord })[]
}

export const variantName = ({ header: { variant, name } }: EvaluationRun): string => variant ?? name

/**
 * Compares each pair of several runs. If the variants do not differ, the probability that any is said to be ahead of
 * another by any scorer is at most 1 − level.
 *
 * @param runs Two or more, with different `variant`s or names.
 * @throws TypeError for options out of range, for fewer than two runs, and for two runs with one name; otherwise as
 * `compareRuns`.
 */
export function compareVariants(
  runs: readonly EvaluationRun[],
  options?: ResamplingOptions & { moved?: number },
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
    ...measureVariant(run),
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
  first,
  second,
  verdict: verdict === 'same' ? ('cannot tell' as const) : verdict,
})

/** Returns a summary to show next to others: over common items, if a variant lacks a score. */
export const comparableSummary = ({ common, summaries }: VariantFigures, id: string) =>
  [...common, ...summaries].find(({ scorerId }) => scorerId === id)

/** @returns The runs with the items that all with any score have; undefined if these scored the same items. */
function onCommonItems(runs: readonly EvaluationRun[], scorer: ScorerRecord): EvaluationRun[] | undefined {
  const scored = runs
    .map((run) => new Set(collectScores(run, scorer.id).items.map(({ itemId }) => itemId)))
    .filter(({ size }) => size > 0)
  const ids = new Set([...(scored[0] ?? [])].filter((id) => scored.every((of) => of.has(id))))
  if (scored.every(({ size }) => size === ids.size)) return undefined
  return runs.map((run) => ({ ...restrict(run, ids), header: { ...run.header, scorers: [scorer] } }))
}

const hasScorer = ({ header }: EvaluationRun, id: string) => header.scorers.some((scorer) => scorer.id === id)

function measureVariant(run: EvaluationRun): Omit<VariantFigures, 'summaries' | 'common'> {
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
