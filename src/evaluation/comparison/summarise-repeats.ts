import { z } from 'zod/v4'
import { isOfSimulatedUser } from '../../run/failures.ts'
import type { AnswerPlace } from '../../run/item-record.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { readOptions } from '../../shared/read-options.ts'
import { computeMean } from '../../statistics/mean.ts'
import { type PassRates, passRates, type RepeatedItem } from '../../statistics/pass-at-k.ts'
import { type Resampling, type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import { isAbove } from '../gates/decide-by-interval.ts'
import { byItem, checkRepeats } from './collect-scores.ts'

/** The score by scorer id from which an answer passes, or, if lower is better, up to which it passes. */
export type PassAt = Readonly<Record<string, number>>

/** How often answers reach a score. */
export interface PassSummary {
  readonly threshold: number
  /** One for each k from 1 to the repeats of the run. */
  readonly rates: readonly PassRates[]
  /** Answers left out for want of a score: not scorable, or the scorer failed. */
  readonly unscored: number
}

export interface RepeatSummary {
  readonly scorerId: string
  /** Absent without a threshold. */
  readonly pass?: PassSummary
  /** How far a second judgement is from the first score; absent if no answer was judged again. */
  readonly judgings?: {
    /** The number of answers with a second score. */
    readonly answers: number
    /** The mean over answers of |second − first|, averaged over further judgements. */
    readonly meanDifference: number
  }
  /** Second judgements that gave no score. */
  readonly judgingsFailed: number
}

const thresholds = z.record(z.string(), z.number())
const options = z.strictObject({ ...resamplingOptions, passAt: thresholds.default({}) })

/**
 * Summarises repeats and further judgements of a run: how often answers pass, and how far a judge is from its first
 * score.
 *
 * A failed answer does not pass. An answer without a score is left out and counted, and so is one for which the
 * simulated user failed.
 *
 * @returns One summary for each scorer with anything to report, in the order of the header.
 * @throws TypeError for options out of range and for a threshold that `checkPassAt` refuses; InconsistentRunError if
 * records contradict each other.
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
 * Checks thresholds against the scorers, so that mistakes show before a run is paid for.
 *
 * @throws TypeError for an unknown scorer, and for a threshold that every score or none would reach.
 */
export function checkPassAt(passAt: PassAt, scorers: readonly ScorerRecord[]): void {
  for (const [id, threshold] of Object.entries(readOptions('passAt', thresholds, passAt))) {
    const scorer = scorers.find((one) => one.id === id)
    if (scorer === undefined) {
      const known = scorers.map((one) => one.id).join(', ') || 'none'
      throw new TypeError(`passAt: there is no scorer ${id} in this run; it has: ${known}`)
    }
    const { scale, lowerIsBetter } = scorer
    if (scale === undefined) continue
    if (lowerIsBetter ? threshold >= 0 && threshold < scale : threshold > 0 && threshold <= scale) continue
    throw new TypeError(
      `passAt: ${id} scores from 0 to ${scale}${lowerIsBetter ? ', lower being better' : ''}, so ${threshold} would not separate any answers`,
    )
  }
}

function judgedAgain(
  { items }: EvaluationRun,
  scorerId: string,
): Pick<RepeatSummary, 'judgings' | 'judgingsFailed'> {
  const judged: (AnswerPlace & { readonly difference: number })[] = []
  let judgingsFailed = 0
  for (const { itemId, repeat, scores } of items) {
    const record = scores[scorerId]
    if (record?.outcome !== 'scored') continue
    const { score, again = [], againFailed = [] } = record
    judgingsFailed += againFailed.length
    const difference = computeMean(again.map((other) => Math.abs(other - score)))
    if (again.length > 0) judged.push({ itemId, repeat, difference })
  }
  if (judged.length === 0) return { judgingsFailed }
  const meanDifference = computeMean(inOrder(judged).map(({ difference }) => difference))
  return { judgingsFailed, judgings: { answers: judged.length, meanDifference } }
}

/** Gives the same numbers for records in the order of arrival and in that of the dataset. */
const inOrder = <Place extends AnswerPlace>(items: readonly Place[]) =>
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
