import { z } from 'zod/v4'
import { isOfSimulatedUser } from '../../run/failures.ts'
import type { EvaluationRun, ItemRecord, ScorerRecord } from '../../run/record.ts'
import { readOptions } from '../../shared/read-options.ts'
import { meanOf } from '../../statistics/mean.ts'
import { type PassRates, passRates, type RepeatedItem } from '../../statistics/pass-at-k.ts'
import { type Resampling, type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import { isAbove } from '../gates/format.ts'
import { byItem, checkRepeats } from './scores.ts'

/** Scorer id to the score from which an answer passes; where a lower score is better, up to which it does. */
export type PassAt = Readonly<Record<string, number>>

/** How often answers reach a score. */
export interface PassSummary {
  readonly threshold: number
  /** With k from 1 to the repeats of the run. */
  readonly rates: readonly PassRates[]
  /** Answers that are left out because they have no score: not scorable, or the scorer failed. */
  readonly unscored: number
}

/** What repeats say about one scorer. */
export interface RepeatSummary {
  readonly scorerId: string
  /** Absent without a threshold. */
  readonly pass?: PassSummary
  /** How far the judge is from its first score when it judges an answer again; absent if none was judged again. */
  readonly judgings?: {
    /** Answers that have a second score. */
    readonly answers: number
    /** The mean of |second − first| and so on, over answers. */
    readonly meanDifference: number
  }
  /** Answers judged again that got no score then. */
  readonly judgingsFailed: number
}

const thresholds = z.record(z.string(), z.number())
const options = z.strictObject({
  ...resamplingOptions,
  passAt: thresholds.default({}),
})

/**
 * What repeats and further judgings say of a run: how often answers pass, and how far a judge is from its first score.
 *
 * An answer that failed does not pass. One without a score is left out and counted, as is one for which the simulated user
 * failed.
 *
 * @returns One for each scorer that has something to say, in the order of the header.
 * @throws TypeError for options out of range and for a threshold that `checkPassAt` refuses; InconsistentRunError
 * where records contradict each other.
 */
export function summariseRepeats(
  run: EvaluationRun,
  given?: ResamplingOptions & {
    /** Default: no pass rates. */
    passAt?: PassAt
  },
): RepeatSummary[] {
  const { passAt, ...resampling } = readOptions('summariseRepeats', options, given)
  checkPassAt(passAt, run.header.scorers)
  checkRepeats(run)
  return run.header.scorers.flatMap((scorer) => {
    const threshold = passAt[scorer.id]
    const judged = judgedAgain(run, scorer.id)
    if (threshold === undefined && judged.judgings === undefined && judged.judgingsFailed === 0) return []
    return {
      scorerId: scorer.id,
      ...judged,
      ...(threshold === undefined ? {} : { pass: passSummary(run, scorer, threshold, resampling) }),
    }
  })
}

/**
 * Whether answers by these scorers can be held against thresholds, to be known before a run is paid for.
 *
 * @throws TypeError for a scorer that is not there, and for a threshold that no score can miss or reach.
 */
export function checkPassAt(passAt: PassAt, scorers: readonly ScorerRecord[]): void {
  for (const [id, threshold] of Object.entries(readOptions('passAt', thresholds, passAt))) {
    const scorer = scorers.find((one) => one.id === id)
    if (scorer === undefined) {
      const known = scorers.map((one) => one.id).join(', ') || 'none'
      throw new TypeError(`passAt: there is no scorer ${id} in this run; it has: ${known}`)
    }
    const { scale = Number.POSITIVE_INFINITY, lowerIsBetter } = scorer
    if (lowerIsBetter ? threshold >= 0 && threshold < scale : threshold > 0 && threshold <= scale) continue
    const range = Number.isFinite(scale) ? `from 0 to ${scale}` : '0 or more'
    throw new TypeError(
      `passAt: ${id} scores ${range}${lowerIsBetter ? ', lower being better' : ''}, so ${threshold} would not separate any answers`,
    )
  }
}

function judgedAgain(
  { items }: EvaluationRun,
  scorerId: string,
): Pick<RepeatSummary, 'judgings' | 'judgingsFailed'> {
  const differences: number[] = []
  let judgingsFailed = 0
  for (const { scores } of inOrder(items)) {
    const record = scores[scorerId]
    if (record?.outcome !== 'scored') continue
    const { score, again = [], againFailed = [] } = record
    judgingsFailed += againFailed.length
    if (again.length > 0) differences.push(meanOf(again.map((other) => Math.abs(other - score))))
  }
  if (differences.length === 0) return { judgingsFailed }
  return { judgingsFailed, judgings: { answers: differences.length, meanDifference: meanOf(differences) } }
}

/** The same numbers whether records come as they were made or in the order of the dataset. */
const inOrder = (items: readonly ItemRecord[]) =>
  byItem(items.toSorted((one, other) => one.repeat - other.repeat))

function passSummary(
  { header, items }: EvaluationRun,
  { id, lowerIsBetter }: ScorerRecord,
  threshold: number,
  resampling: Resampling,
): PassSummary {
  const passes = (score: number) => !(lowerIsBetter ? isAbove(score, threshold) : isAbove(threshold, score))
  const counted = new Map<string, { repeats: number; passed: number; group?: string }>()
  let unscored = 0
  for (const { itemId, group, failure, scores } of inOrder(items)) {
    const record = scores[id]
    const hasFailed = failure !== undefined && !isOfSimulatedUser(failure)
    const passed = record?.outcome === 'scored' ? passes(record.score) : hasFailed ? false : undefined
    const item = counted.get(itemId) ?? { repeats: 0, passed: 0, ...(group === undefined ? {} : { group }) }
    if (passed === undefined) unscored += 1
    else {
      item.repeats += 1
      item.passed += passed ? 1 : 0
      counted.set(itemId, item)
    }
  }
  const repeated: readonly RepeatedItem[] = [...counted.values()]
  return {
    threshold,
    rates: Array.from({ length: header.repeats }, (_, index) => passRates(repeated, index + 1, resampling)),
    unscored,
  }
}
