import { z } from 'zod/v4'
import { isOfSimulatedUser } from '../../run/failures.ts'
import type { EvaluationRun, ItemRecord, ScorerRecord } from '../../run/record.ts'
import { readOptions } from '../../shared/read-options.ts'
import { type PassRates, passRates, type RepeatedItem } from '../../statistics/pass-at-k.ts'
import { type Resampling, type ResamplingOptions, resamplingOptions } from '../../statistics/resampling.ts'
import type { JudgedAnswer } from '../../statistics/variance-moments.ts'
import { type VarianceParts, varianceParts } from '../../statistics/variance-parts.ts'
import { isAbove } from '../gates/format.ts'
import { byItem, checkRepeats, collectScores } from './scores.ts'

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
  /** What single scores differ by; absent if nothing was repeated, and if nothing was scored. */
  readonly variance?: VarianceParts
  /** Answers judged again that got no score then: they are left out of the variance. */
  readonly judgingsFailed: number
  /** What is left out of the variance, if users were replayed. */
  readonly leftOut?: {
    /** Replays without a score: the agent or the scorer failed, or the answer is not scorable. */
    readonly replays: number
    /** Items without a replay, as those whose user is not simulated. */
    readonly items: number
  }
}

const thresholds = z.record(z.string(), z.number())
const options = z.strictObject({
  ...resamplingOptions,
  passAt: thresholds.default({}),
})

/**
 * What it says about a run that items were answered, or answers judged, several times: how often answers pass, and how
 * much of the spread of single scores is between items, between answers to an item (the agent's) and between
 * judgings of an answer (the judge's). Where simulated users were replayed, the spread is that of items with replays,
 * and what lies between users of an item (the simulator's) is told from what lies between answers to the same words.
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
  const { repeats, judgings = 1 } = run.header
  const isRepeated = repeats > 1 || judgings > 1 || run.replays !== undefined
  return run.header.scorers.flatMap((scorer) => {
    const { scored } = collectScores(run, scorer.id)
    const threshold = passAt[scorer.id]
    if (threshold === undefined && !(isRepeated && scored > 0)) return []
    const { scores, ...left } = judgedAnswers(run, scorer.id)
    return {
      scorerId: scorer.id,
      ...left,
      ...(threshold === undefined ? {} : { pass: passSummary(run, scorer, threshold, resampling) }),
      ...(isRepeated && scores.length > 0
        ? { variance: varianceParts(scores, resampling, scorer.deterministic) }
        : {}),
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

function judgedAnswers(
  { items, replays }: EvaluationRun,
  scorerId: string,
): { scores: JudgedAnswer[] } & Pick<RepeatSummary, 'judgingsFailed' | 'leftOut'> {
  const scores: JudgedAnswer[] = []
  let judgingsFailed = 0
  const replayed = replays && new Set(replays.map(({ itemId }) => itemId))
  const counted = [...items.filter(({ itemId }) => replayed?.has(itemId) ?? true), ...(replays ?? [])]
  for (const { itemId, repeat, replayOf, group, scores: records } of inOrder(counted)) {
    const record = records[scorerId]
    if (record?.outcome !== 'scored') continue
    judgingsFailed += record.againFailed?.length ?? 0
    for (const score of [record.score, ...(record.again ?? [])])
      scores.push({
        item: itemId,
        ...(replays && { user: String(replayOf ?? repeat) }),
        answer: replayOf === undefined ? String(repeat) : `replay ${repeat}`,
        score,
        ...(group === undefined ? {} : { group }),
      })
  }
  if (replays === undefined || replayed === undefined) return { scores, judgingsFailed }
  const leftOut = {
    replays: replays.filter(({ scores: { [scorerId]: record } }) => record?.outcome !== 'scored').length,
    items: new Set(items.map(({ itemId }) => itemId)).size - replayed.size,
  }
  return { scores, judgingsFailed, leftOut }
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
