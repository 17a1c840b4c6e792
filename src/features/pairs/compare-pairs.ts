import { z } from 'zod/v4'
import { collectScores, toValues } from '../../evaluation/comparison/collect-scores.ts'
import { decideTogether } from '../../evaluation/comparison/joint-intervals.ts'
import { noIntervalOfTies, winRateTest } from '../../evaluation/comparison/win-rate.ts'
import {
  type SequentialPreference,
  sequentialPreference,
} from '../../evaluation/sequential/sequential-preference.ts'
import { runName } from '../../report/names.ts'
import { addCosts, totalCost } from '../../run/cost/cost.ts'
import { budgetLeft } from '../../run/cost/prices.ts'
import type { Cost, EvaluationRun } from '../../run/record.ts'
import { preferenceId } from '../../scorers/preference-id.ts'
import { readOptions } from '../../shared/read-options.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { toClusters } from '../../statistics/clusters.ts'
import {
  type Interval,
  type Resampling,
  type ResamplingOptions,
  resamplingOptions,
} from '../../statistics/resampling.ts'
import { holm, signFlipTest } from '../../statistics/significance.ts'
import { everyPair } from '../../statistics/standings.ts'
import { levelOfEach } from '../../statistics/step-down.ts'
import { areTied, type LengthBias, measureLengthBias, measureTurning, type Turning } from './judge-biases.ts'
import { type JudgePairsOptions, judgePairs, pairAnswers } from './judge-pairs.ts'
import { judgedPairs } from './judged-pairs.ts'

/** A pairwise comparison of the answers of two runs. */
export interface PreferenceComparison {
  /** The ids of the runs. */
  readonly baseline: string
  readonly candidate: string
  /** How to call the two, by id; absent if the runs themselves are not at hand. */
  readonly names?: Readonly<Record<string, string>>
  /** Pairs won by each, ties, and pairs that failed or were not scorable. */
  readonly preferred: {
    readonly candidate: number
    readonly baseline: number
    readonly ties: number
    readonly failed: number
    readonly notScorable: number
  }
  /** Items without a pair, because only one run had them or they differ. */
  readonly leftOut: number
  readonly items: number
  readonly clusters: number
  /** The win rate of the candidate, 0 to 1, with ties as half. Absent if nothing was scored. */
  readonly winRate?: number
  readonly standardError?: number
  /** The interval of the win rate, decided together with the other comparisons; if absent, see `note`. */
  readonly interval?: Interval
  /** The number of comparisons decided together, and their joint level. */
  readonly together?: { readonly comparisons: number; readonly level: number }
  readonly note?: string
  /**
   * Two-sided p-value for a win rate of one half: paired permutation test over groups, ties half (mid-p). Absent if pairs
   * may stop early.
   */
  readonly pValue?: number
  /** The p-value corrected for all comparisons together (Holm). */
  readonly adjustedPValue?: number
  /** 'candidate' or 'baseline' if interval and corrected p-value, if any, exclude a win rate of one half. */
  readonly verdict: 'candidate' | 'baseline' | 'cannot tell'
  /** Pairs that may stop once decided: the interval holds at whichever look they stopped. */
  readonly sequential?: SequentialPreference['sequential']
  /** Neither this nor `length` takes early stopping into account. */
  readonly turning: Turning
  readonly length: LengthBias
  /** The run with both answers of each pair, as `readRun` reads it from the file. */
  readonly run: EvaluationRun
}

export interface ComparePairsOptions extends ResamplingOptions, Omit<JudgePairsOptions, 'file'> {
  /** The run file for the judged pairs of two runs. Default: none. */
  file?: string | ((baseline: EvaluationRun, candidate: EvaluationRun) => string | undefined)
  /**
   * Ends each comparison at the first look that decides it: after half or three quarters of the pairs. Pairs are judged in a random order. Default false:
   * all are judged.
   */
  stopWhenDecided?: boolean
}

const optionsSchema = z.object({ ...resamplingOptions, stopWhenDecided: z.boolean().default(false) })

/**
 * Has a judge say which of two runs' answers people prefer, item by item and in both orders, and sums up the results.
 * With more than two runs, every pair of runs is compared, and all are decided together (Holm).
 *
 * @param runs Two or more; in each pair, the earlier one is the baseline.
 * @returns One comparison for each two runs. A pair takes two calls, or none if the texts are equal or one is empty.
 * @throws TypeError for options out of range, fewer than two runs, and a judge that cannot answer the task;
 * RunsNotComparableError for runs without a common item; otherwise as `evaluate`.
 */
export async function comparePairs(
  runs: readonly EvaluationRun[],
  { seed, level, resamples, stopWhenDecided, file, ...options }: ComparePairsOptions,
): Promise<PreferenceComparison[]> {
  const { stopWhenDecided: stops, ...resampling } = readOptions(
    'comparePairs',
    optionsSchema,
    withoutUndefined({ seed, level, resamples, stopWhenDecided }),
  )
  if (runs.length < 2) throw new TypeError('comparePairs: there must be two runs or more')
  if (new Set(runs.map(({ header }) => header.id)).size < runs.length)
    throw new TypeError('comparePairs: a run appears twice')
  const paired = everyPair(runs).map(([baseline, candidate]) => pairAnswers(baseline, candidate))
  if (typeof file === 'string' && paired.length > 1)
    throw new TypeError(
      'comparePairs: one file cannot hold the pairs of several comparisons: give a function',
    )
  const judged: { readonly run: EvaluationRun; readonly leftOut: number }[] = []
  const spent: Cost[] = []
  // One after the other, so that the cost of each is known before the next.
  for (const one of paired) {
    const budget = options.budget && budgetLeft(options.budget, addCosts(spent))
    const place = typeof file === 'function' ? file(one.baseline, one.candidate) : file
    const run = await judgePairs(
      one,
      { ...options, budget, ...(place === undefined ? {} : { file: place }) },
      stops ? levelOfEach(resampling.level, paired.length) : undefined,
    )
    judged.push({ run, leftOut: one.leftOut })
    spent.push(totalCost(run).total)
  }
  const names = nameRuns(runs)
  return summarisePreferences(judged, resampling).map((one) => ({ ...one, names }))
}

/** Names runs by what tells them apart: their variants or evaluations, else also when they began. */
function nameRuns(runs: readonly EvaluationRun[]): Record<string, string> {
  const called = runs.map((run) => run.givenName ?? run.header.variant ?? run.header.name)
  const names = new Set(called).size === runs.length ? called : runs.map(runName)
  // Copies of a run that began together have only their ids.
  const isClear = new Set(names).size === runs.length
  return isClear ? Object.fromEntries(runs.map(({ header: { id } }, index) => [id, names[index] ?? id])) : {}
}

/** Sums up judged pairs, decided together. */
export function summarisePreferences(
  judged: readonly { readonly run: EvaluationRun; readonly leftOut?: number }[],
  resampling: Resampling,
): PreferenceComparison[] {
  const samples = judged.map(({ run }) => {
    const stopped = sequentialPreference(run)
    const read = stopped?.run ?? run
    const { items, ...counts } = collectScores(read, preferenceId)
    const sample = items.length === 0 ? undefined : toClusters(toValues(items))
    return { read, items, counts, sample, stopped }
  })
  const present = samples.flatMap(({ sample, stopped }) => (stopped === undefined && sample) || [])
  const decided = decideTogether(present.map(winRateTest), resampling)
  const pValues = present.map(({ sums, sizes, ...rest }) => {
    const differences = sums.map((sum, index) => sum - (sizes[index] ?? 0) / 2)
    return signFlipTest({ ...rest, sizes, sums: differences }, resampling).pValue
  })
  const adjusted = holm(pValues)
  return judged.map(({ run, leftOut = 0 }, index) => {
    const { read, items, counts, sample, stopped } = samples[index] as (typeof samples)[number]
    const place = sample === undefined ? -1 : present.indexOf(sample)
    const pValue = pValues[place]
    const adjustedPValue = adjusted[place]
    const mean = stopped === undefined ? decided[place] : stopped.winRate
    const pairs = judgedPairs(read)
    const isTied = areTied(pairs)
    const count = (score: number) => pairs.filter((pair) => pair.score === score).length
    const isShown = stopped !== undefined || (adjustedPValue ?? 1) <= 1 - resampling.level + 1e-12
    return {
      ...(run.header.pairs ?? { baseline: '', candidate: '' }),
      preferred: {
        candidate: count(1),
        baseline: count(0),
        ties: count(0.5),
        failed: counts.failed,
        notScorable: counts.notScorable,
      },
      leftOut,
      items: items.length,
      clusters: sample?.count ?? 0,
      ...withoutUndefined({
        winRate: mean?.mean,
        standardError: stopped === undefined ? mean?.standardError : undefined,
        interval: isTied ? undefined : mean?.interval,
        together: stopped === undefined ? { comparisons: judged.length, level: resampling.level } : undefined,
        note: stopped?.note ?? explainInterval(sample !== undefined, isTied, mean?.note),
        pValue,
        adjustedPValue,
        sequential: stopped?.sequential,
      }),
      verdict: toPreferenceVerdict(isShown ? mean?.side : undefined),
      turning: measureTurning(pairs, resampling),
      length: measureLengthBias(pairs, resampling),
      run,
    }
  })
}

function explainInterval(hasScores: boolean, isTied: boolean, note: string | undefined): string | undefined {
  if (!hasScores) return 'No win rate: no pair was scored.'
  return isTied ? noIntervalOfTies : note
}

const toPreferenceVerdict = (side: 'above' | 'below' | undefined): PreferenceComparison['verdict'] =>
  side === undefined ? 'cannot tell' : side === 'above' ? 'candidate' : 'baseline'
