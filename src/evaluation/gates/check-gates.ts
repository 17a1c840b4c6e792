import type { PeopleComparison, PeopleSummary } from '../../run/by-people.ts'
import type { EvaluationRun } from '../../run/record.ts'
import type { ResamplingOptions } from '../../statistics/resampling.ts'
import { compareRuns } from '../comparison/compare-runs.ts'
import { summarise } from '../comparison/summarise.ts'
import type { ScoreComparison, ScoreSummary } from '../comparison/types.ts'
import { checkLossesByPeople, checkMeansByPeople } from './check-by-people.ts'
import { checkLosses } from './check-losses.ts'
import { checkFailures, checkNotScorable, checkScored } from './check-shares.ts'
import { formatBeside, formatInterval, formatScore, formatShare, isAbove } from './format.ts'
import { checkGateOptions } from './gate-options.ts'
import { runOutcome } from './run-outcome.ts'
import type { GateOutcome, GateResult, Gates } from './types.ts'

/** What is there already, so that it is not computed a second time; and options for what is not. */
export interface CheckGatesOptions extends ResamplingOptions {
  /** Of the run, as `summarise` gives them. Default: made here. */
  readonly summaries?: readonly ScoreSummary[]
  /** From the baseline of `failIfWorse` to the run, as `compareRuns` gives them. Default: made here. */
  readonly comparisons?: readonly ScoreComparison[]
  /** What people would score, as labels say: needed for gates by people. */
  readonly people?: {
    readonly summaries: readonly PeopleSummary[]
    /** From the baseline of `failIfWorse` to the run. */
    readonly comparisons?: readonly PeopleComparison[]
  }
}

/**
 * Holds a run against its gates. A run in which nothing was scored fails; of one that stopped before its end, or in
 * which a scorer could score fewer than half of the answers, it cannot be told, whatever gates were asked for.
 *
 * @returns One outcome a gate and scorer, in the order of `Gates`.
 * @throws TypeError for a gate that is out of range, names an unknown scorer, or is for the other direction, and for
 * summaries or comparisons of something else; RunsNotComparableError where the baseline has asked nothing of
 * what the run has.
 */
export function checkGates(run: EvaluationRun, gates: Gates, options: CheckGatesOptions = {}): GateOutcome[] {
  checkGateOptions(gates, run.header.scorers)
  const { summaries: given, comparisons, people, ...resampling } = options
  const summaries = given ?? summarise(run, resampling)
  checkSummaries(summaries, run)
  const { failUnder = {}, failOver = {}, failIfWorse, maxFailed, maxUnmet, maxNotScorable, minScored } = gates
  const byPeople = gates.by === 'people'
  if (byPeople && people === undefined)
    throw new TypeError(
      'checkGates: options.people: gates by people need what people said: give their labels',
    )
  return [
    ...(summaries.some(({ scored }) => scored > 0) ? checkScored(minScored, summaries) : [nothingScored]),
    ...checkComplete(run),
    ...(byPeople
      ? [
          ...checkMeansByPeople('fail under', failUnder, people?.summaries),
          ...checkMeansByPeople('fail over', failOver, people?.summaries),
        ]
      : [
          ...checkMeans('fail under', failUnder, summaries, run.header.scorers),
          ...checkMeans('fail over', failOver, summaries, run.header.scorers),
        ]),
    ...(byPeople && failIfWorse !== undefined
      ? checkLossesByPeople(run.header.scorers, failIfWorse.allowedLoss, people?.comparisons)
      : []),
    ...(byPeople || failIfWorse === undefined
      ? []
      : checkLosses(
          run.header.scorers,
          failIfWorse,
          comparisons ?? compareRuns(failIfWorse.baseline, run, { ...resampling, moved: 0 }),
        )),
    ...(maxFailed === undefined ? [] : checkFailures(maxFailed, summaries)),
    ...(maxNotScorable === undefined ? [] : checkNotScorable(maxNotScorable, summaries, run)),
    ...checkExpectations(run, maxUnmet),
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
      sentence: `The run holds ${items.length} of ${expected} answers: resume it before it is judged.`,
    },
  ]
}

/** Gates on the summaries of another run would pass or fail for nothing. */
function checkSummaries(summaries: readonly ScoreSummary[], { header, items }: EvaluationRun): void {
  const isOf = ({ id }: { id: string }, summary: ScoreSummary | undefined) =>
    summary?.scorerId === id && summary.scored + summary.notScorable + summary.failed === items.length
  if (header.scorers.every((scorer, index) => isOf(scorer, summaries[index]))) return
  throw new TypeError('checkGates: options.summaries: they are not of this run')
}

/** The mean of each scorer against the limit it has: at the limit it passes. */
function checkMeans(
  gate: 'fail under' | 'fail over',
  limits: Readonly<Record<string, number>>,
  summaries: readonly ScoreSummary[],
  scorers: EvaluationRun['header']['scorers'],
): GateOutcome[] {
  return Object.entries(limits).map(([scorerId, limit]) => {
    const { mean, interval, items } = summaries.find((summary) => summary.scorerId === scorerId) ?? {}
    if (mean === undefined)
      return {
        gate,
        scorerId,
        result: 'cannot tell',
        sentence: `${scorerId} scored nothing, so there is no mean to compare with ${formatScore(limit)}.`,
      }
    const scale = scorers.find(({ id }) => id === scorerId)?.scale
    if (scale === undefined && limit > 0 && limit <= 1 && mean > 1)
      return {
        gate,
        scorerId,
        result: 'cannot tell',
        sentence: `${scorerId} has a mean of ${formatScore(mean)} on a scale that it does not name, and ${formatScore(limit)} is a limit for scores from 0 to 1. Give the limit in the scale of its scores.`,
      }
    const side = isAbove(limit, mean) ? 'below' : isAbove(mean, limit) ? 'above' : 'at'
    const beyond = side === (gate === 'fail under' ? 'below' : 'above')
    const sure = interval ? `, ${formatInterval(interval)}` : ''
    return {
      gate,
      scorerId,
      result: beyond ? 'failed' : 'passed',
      sentence: `${scorerId} has a mean of ${formatBeside(mean, limit)} over ${items} items${sure}, ${side} the limit of ${formatScore(limit)}.`,
    }
  })
}

/**
 * The share of expectations that were not met. Where items expect something the gate is there, whether or not it was
 * asked for.
 *
 * @param maxUnmet Default 0.
 */
function checkExpectations({ items }: EvaluationRun, maxUnmet: number | undefined): GateOutcome[] {
  const all = items.flatMap(({ expectations = [] }) => expectations)
  if (all.length === 0 && maxUnmet === undefined) return []
  const unmet = all.filter(({ met }) => !met).length
  const allowed = maxUnmet ?? 0
  const share = all.length === 0 ? 0 : unmet / all.length
  const beyond = isAbove(share, allowed)
  return [
    {
      gate: 'max unmet',
      result: all.length === 0 ? 'cannot tell' : beyond ? 'failed' : 'passed',
      sentence:
        all.length === 0
          ? `No item has an expectation, so this gate cannot tell.`
          : `${unmet} of ${all.length} expectations were not met (${formatShare(share)}), ${beyond ? 'more than' : 'within'} the ${formatShare(allowed)} allowed.`,
    },
  ]
}
