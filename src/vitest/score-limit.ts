import { z } from 'zod/v4'
import type { ScoreSummary } from '../evaluation/comparison/score-summary.ts'
import { summarise } from '../evaluation/comparison/summarise.ts'
import { checkGates } from '../evaluation/gates/check-gates.ts'
import { formatBeside, formatInterval } from '../evaluation/gates/format-finding.ts'
import type { GateOutcome } from '../evaluation/gates/gate.ts'
import { shortenReason, terminalText } from '../report/safe-text.ts'
import type { EvaluationRun } from '../run/record.ts'
import type { LiveResult } from '../scorers/common/live-telemetry.ts'
import { readMeasure, readScorer } from '../scorers/common/measure.ts'
import { formatNumber } from '../shared/format-number.ts'
import { readOptions } from '../shared/read-options.ts'
import { type ResamplingOptions, resamplingOptions } from '../statistics/resampling.ts'
import { describeSummary, notScorableLines, worstLines } from './failure-details.ts'
import { type Finding, findOutcome } from './outcome.ts'
import { toLimit, toScorer } from './read-received.ts'

export interface ScoreLimitOptions extends ResamplingOptions {
  /**
   * Whether to compare the whole interval of the mean with the limit, instead of the mean. An interval that includes
   * the limit, or a missing one, is inconclusive and fails. Default false.
   */
  wholeInterval?: boolean
  /** The least share of answers with a score, 0 to 1. Below it, the result is inconclusive. Default 0.5. */
  minScored?: number
}

const scoreLimitOptions = z.strictObject({
  ...resamplingOptions,
  wholeInterval: z.boolean().default(false),
  minScored: z.number().min(0).max(1).optional(),
})

export type Side = 'at least' | 'at most'

const matchers = { 'at least': 'toScoreAtLeast', 'at most': 'toScoreAtMost' } as const

function checkSide(side: Side, scorerId: string, lowerIsBetter: boolean): void {
  if (lowerIsBetter === (side === 'at most')) return
  throw new TypeError(
    `${matchers[side]}: a ${lowerIsBetter ? 'lower' : 'higher'} ${scorerId} is better: ` +
      `use ${matchers[lowerIsBetter ? 'at most' : 'at least']}`,
  )
}

/**
 * Compares a scorer's mean over a run, or its whole interval, with a limit; at the limit it passes.
 *
 * @throws TypeError for a scorer that the run does not have or whose better scores are on the other side, and for a
 * limit or options out of range.
 */
export function findRunScore(
  side: Side,
  run: EvaluationRun,
  scorerId: string,
  limit: unknown,
  options: ScoreLimitOptions | undefined,
): Finding {
  const matcher = matchers[side]
  const scorer = toScorer(matcher, run, scorerId)
  checkSide(side, scorerId, scorer.lowerIsBetter)
  const number = toLimit(matcher, limit)
  const { wholeInterval, minScored, ...resampling } = readOptions(matcher, scoreLimitOptions, options)
  const summaries = summarise(run, resampling)
  const summary = summaries.find((one) => one.scorerId === scorerId) as ScoreSummary
  const gates = { [scorerId]: number, scored: minScored }
  const outcomes = checkGates(run, gates, { summaries })
    // The number of scores by other scorers does not matter here.
    .filter((outcome) => outcome.scorerId === undefined || outcome.scorerId === scorerId)
    .map((outcome) =>
      wholeInterval && outcome.gate === 'mean' && outcome.result !== 'cannot tell'
        ? { ...outcome, ...checkInterval(side, summary, number) }
        : outcome,
    )
  return findOutcome(outcomes, () => [
    describeSummary(summary),
    ...notScorableLines(run, scorer),
    ...worstLines(run, scorer),
  ])
}

function checkInterval(
  side: Side,
  { scorerId, mean = Number.NaN, items, interval, note }: ScoreSummary,
  limit: number,
): Pick<GateOutcome, 'result' | 'sentence'> {
  const found = `${scorerId} has a mean of ${formatNumber(mean)} over ${items === 1 ? '1 item' : `${items} items`}`
  if (!interval)
    return {
      result: 'cannot tell',
      sentence:
        `${found}, without an interval to compare with ${formatNumber(limit)}. ${note ?? ''}`.trimEnd(),
    }
  const { low, high } = interval
  const outcome = (result: GateOutcome['result'], where: string) => ({
    result,
    sentence: `${found}, ${formatInterval(interval)}, ${where} the limit of ${limit}.`,
  })
  if (side === 'at least' ? low >= limit : high <= limit)
    return outcome('passed', side === 'at least' ? 'none of it below' : 'none of it above')
  if (side === 'at least' ? high < limit : low > limit)
    return outcome('failed', side === 'at least' ? 'all of it below' : 'all of it above')
  return outcome('cannot tell', 'on both sides of')
}

/**
 * Compares one score with a limit; at the limit it passes. A result that is not scorable, or whose score is not a
 * finite number, is inconclusive.
 *
 * @throws TypeError for a limit that is not a number, and for a scorer whose better scores are on the other side; a copy
 * of a result does not tell its scorer.
 */
export function findResultScore(side: Side, matcher: string, result: LiveResult, limit: unknown): Finding {
  const scorer = readScorer(result)
  const measure = scorer && readMeasure(scorer)
  if (measure) checkSide(side, scorer.id, measure.lowerIsBetter)
  const { score, reason, notScorable } = result
  const number = toLimit(matcher, limit)
  if (notScorable)
    return cannotTell(`Not scorable: ${oneLine(notScorable.reason ?? 'the scorer gives no reason')}`)
  if (typeof score !== 'number' || !Number.isFinite(score))
    return cannotTell(`The score is ${String(score)}.`)
  const where = score < number ? 'below' : score > number ? 'above' : 'at'
  return {
    result: (side === 'at least' ? score >= number : score <= number) ? 'passed' : 'failed',
    describe: () => [
      `The score is ${formatBeside(score, number)}, ${where} the limit of ${number}.`,
      ...(typeof reason === 'string' ? [oneLine(reason)] : []),
    ],
  }
}

const oneLine = (text: string) => shortenReason(terminalText(text))

const cannotTell = (line: string): Finding => ({ result: 'cannot tell', describe: () => [line] })
