import type { PeopleComparison, PeopleSummary } from '../../run/by-people.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { formatNumber } from '../../shared/format-number.ts'
import type { ResamplingOptions } from '../../statistics/resampling.ts'
import { compareRuns } from '../comparison/compare-runs.ts'
import { summarise } from '../comparison/summarise.ts'
import type { ScoreComparison, ScoreSummary } from '../comparison/types.ts'
import { checkLossesByPeople, checkMeanByPeople } from './check-by-people.ts'
import { checkLosses } from './check-losses.ts'
import { checkFailures, checkNotScorable, checkScored } from './check-shares.ts'
import { formatBeside, formatInterval, formatShare, isAbove } from './format.ts'
import { type ReadGates, readGates } from './gate-options.ts'
import { runOutcome } from './run-outcome.ts'
import type { GateOutcome, GateResult, Gates } from './types.ts'

/** What a run is held against, what is there already, so that it is not computed a second time; and options for what is not. */
export interface CheckGatesOptions extends ResamplingOptions {
  /** A run that this one must not be worse than. Without it, nothing is compared. */
  readonly baseline?: EvaluationRun
  /** The run's, as `summarise` gives them. Default: made here. */
  readonly summaries?: readonly ScoreSummary[]
  /** From the baseline to the run, as `compareRuns` gives them. Default: made here. */
  readonly comparisons?: readonly ScoreComparison[]
  /**
   * What people would score, as labels say. Where it is given, means and losses are those of people, decided by their
   * intervals: failed where all of one is beyond the limit, passed where none is, else it cannot be told.
   */
  readonly people?: {
    readonly summaries: readonly PeopleSummary[]
    /** From the baseline to the run. */
    readonly comparisons?: readonly PeopleComparison[]
  }
}

/**
 * Holds a run against its gates. A run in which nothing was scored fails; of one that stopped before its end, or in
 * which a scorer could score fewer than half of the answers, it cannot be told, whatever gates were asked for.
 *
 * @returns One outcome a gate and scorer: scored, complete, means, losses, failed, not scorable, unmet.
 * @throws TypeError for a gate that is out of range, names an unknown scorer, or is about a loss without a baseline, and
 * for summaries or comparisons of something else; RunsNotComparableError where the baseline has asked nothing of
 * what the run has.
 */
export function checkGates(run: EvaluationRun, gates: Gates, options: CheckGatesOptions = {}): GateOutcome[] {
  const { baseline, summaries: given, comparisons, people, ...resampling } = options
  const { scorers } = run.header
  const { means, shares, losses } = readGates(gates, scorers, baseline !== undefined)
  const { failed, unmet, scored, 'not-scorable': notScorable } = shares
  const summaries = given ?? summarise(run, resampling)
  checkSummaries(summaries, run)
  const lost = () =>
    people === undefined
      ? checkLosses(
          ...([scorers, losses] as const),
          comparisons ?? (baseline ? compareRuns(baseline, run, { ...resampling, moved: 0 }) : []),
        )
      : checkLossesByPeople(scorers, losses, people.comparisons)
  return [
    ...(summaries.some((one) => one.scored > 0) ? checkScored(scored, summaries) : [nothingScored]),
    ...checkComplete(run),
    ...means.map((mean) =>
      people === undefined ? checkMean(mean, summaries) : checkMeanByPeople(mean, people.summaries),
    ),
    ...(baseline === undefined ? [] : lost()),
    ...(failed === undefined ? [] : checkFailures(failed, summaries)),
    ...(notScorable === undefined ? [] : checkNotScorable(notScorable, summaries, run)),
    ...checkExpectations(run, unmet),
  ]
}

/** The worst of them: 'failed' before 'cannot tell' before 'passed'. Without outcomes 'passed'. */
export function overallResult(outcomes: readonly GateOutcome[]): GateResult {
  return runOutcome(outcomes).result
}

const nothingScored: GateOutcome = {
  gate: 'nothing scored',
  result: 'failed',
  sentence: 'No answer was scored by any scorer.',
}

function checkComplete({ header, items, end }: EvaluationRun): GateOutcome[] {
  // There is nothing to resume: what it was for is known.
  if (end?.status === 'decided') return []
  const expected = header.dataset.items * header.repeats
  if (items.length >= expected) return []
  return [
    {
      gate: 'incomplete run',
      result: 'cannot tell',
      sentence: `The run has ${items.length} of ${expected} answers: resume it before it is judged.`,
    },
  ]
}

/** Gates on the summaries of another run would pass or fail for nothing. */
function checkSummaries(summaries: readonly ScoreSummary[], { header, items }: EvaluationRun): void {
  const isOf = ({ id }: { id: string }, summary: ScoreSummary | undefined) =>
    summary?.scorerId === id && summary.scored + summary.notScorable + summary.failed === items.length
  if (header.scorers.every((scorer, index) => isOf(scorer, summaries[index]))) return
  throw new TypeError('checkGates: options.summaries: they do not belong to this run')
}

/** The mean of a scorer against the limit it has: at the limit it passes. */
function checkMean(
  { scorer: { id: scorerId, scale, lowerIsBetter }, limit }: ReadGates['means'][number],
  summaries: readonly ScoreSummary[],
): GateOutcome {
  const { mean, interval, items, lostShares } =
    summaries.find((summary) => summary.scorerId === scorerId) ?? {}
  const outcome = (result: GateResult, sentence: string) =>
    ({ gate: 'mean', scorerId, result, sentence }) as const
  if (mean === undefined)
    return outcome(
      'cannot tell',
      `${scorerId} scored nothing, so there is no mean to compare with ${formatNumber(limit)}.`,
    )
  if (scale === undefined && limit > 0 && limit <= 1 && mean > 1)
    return outcome(
      'cannot tell',
      `${scorerId} has a mean of ${formatNumber(mean)} on a scale that it does not name, but ${formatNumber(limit)} is a limit for scores from 0 to 1. Give the limit on the scale of its scores.`,
    )
  const side = isAbove(limit, mean) ? 'below' : isAbove(mean, limit) ? 'above' : 'at'
  const sure = interval ? `, ${formatInterval(interval)}` : ''
  const lost =
    lostShares === undefined
      ? ''
      : ` For want of usable shares, ${lostShares} of its answers count by verdict.`
  return outcome(
    side === (lowerIsBetter ? 'above' : 'below') ? 'failed' : 'passed',
    `${scorerId} has a mean of ${formatBeside(mean, limit)} over ${items} items${sure}, ${side} the limit of ${`${limit}`.replace('-', '−')}.${lost}`,
  )
}

/**
 * The share of expectations that were not met. Where items expect something the gate is there, whether or not it was
 * asked for.
 *
 * @param most Default 0.
 */
function checkExpectations({ items }: EvaluationRun, most: number | undefined): GateOutcome[] {
  const all = items.flatMap(({ expectations = [] }) => expectations)
  if (all.length === 0 && most === undefined) return []
  const unmet = all.filter(({ met }) => !met).length
  const allowed = most ?? 0
  const share = all.length === 0 ? 0 : unmet / all.length
  const beyond = isAbove(share, allowed)
  return [
    {
      gate: 'unmet',
      result: all.length === 0 ? 'cannot tell' : beyond ? 'failed' : 'passed',
      sentence:
        all.length === 0
          ? 'No item has an expectation, so this gate is inconclusive.'
          : `${unmet} of ${all.length} expectations were not met (${formatShare(share)}), ${beyond ? 'more than' : 'within'} the ${formatShare(allowed)} allowed.`,
    },
  ]
}
