import type { PeopleComparison, PeopleSummary } from '../../run/people-estimates.ts'
import type { EvaluationRun } from '../../run/record.ts'
import type { ResamplingOptions } from '../../statistics/resampling.ts'
import { compareRuns } from '../comparison/compare-runs.ts'
import type { ScoreComparison } from '../comparison/score-comparison.ts'
import type { ScoreSummary } from '../comparison/score-summary.ts'
import { summarise } from '../comparison/summarise.ts'
import { isAbove } from './decide-by-interval.ts'
import { formatShare } from './format-finding.ts'
import type { GateOutcome, GateResult, Gates } from './gate.ts'
import { checkLeftOutItems, checkMissingScorers } from './left-out.ts'
import { checkLosses } from './loss-gate.ts'
import { checkMean } from './mean-gate.ts'
import { checkLossesByPeople, checkMeanByPeople } from './people-gates.ts'
import { readGates } from './read-gates.ts'
import { runOutcome } from './run-outcome.ts'
import { checkFailures, checkNotScorable, checkScored, type NamedSummary } from './share-gates.ts'

/**
 * Checks a run against its gates. A run in which nothing was scored fails. A run that stopped early, or in which a
 * scorer scored fewer than half of the answers, is inconclusive, whatever the gates; so is a comparison that leaves out a
 * scorer of the baseline, or half of its items.
 *
 * @returns One outcome per gate and scorer: scored, complete, means, losses, failed, not scorable, unmet.
 * @throws TypeError for a gate that is out of range, names an unknown scorer, or limits a loss without a baseline, and
 * for summaries or comparisons of another run; RunsNotComparableError if the baseline shares no item with the run.
 *
 * @example
 * ```ts
 * import { createCompletenessScorer } from 'mastra-verdict'
 * import { checkGates, evaluate } from 'mastra-verdict/evaluation'
 *
 * const scorers = [createCompletenessScorer()]
 * const run = await evaluate({ target: 'recorded', data: 'after.jsonl', scorers })
 * console.log(checkGates(run, { failed: 0 })[0]?.result) // passed
 * ```
 */
export function checkGates(
  run: EvaluationRun,
  gates: Gates,
  options: ResamplingOptions & {
    /** The run that this one must not be worse than. Without it, nothing is compared. */
    readonly baseline?: EvaluationRun
    /** The run's summaries from `summarise`. Default: computed here. */
    readonly summaries?: readonly ScoreSummary[]
    /** Comparisons of the run with the baseline, from `compareRuns`. Default: computed here. */
    readonly comparisons?: readonly ScoreComparison[]
    /**
     * Estimates of people's scores, based on labels. If given, gates on means and losses use these and decide by their
     * intervals: failed if the whole interval is beyond the limit, passed if none of it is, otherwise inconclusive.
     */
    readonly people?: {
      readonly summaries: readonly PeopleSummary[]
      /** Changes from the baseline to the run. */
      readonly comparisons?: readonly PeopleComparison[]
    }
  } = {},
): GateOutcome[] {
  const { baseline, summaries: given, comparisons, people, ...resampling } = options
  const { scorers } = run.header
  const { means, shares, losses } = readGates(gates, scorers, baseline !== undefined)
  const { failed, unmet, scored, 'not-scorable': notScorable } = shares
  const summaries = given ?? summarise(run, resampling)
  const named = nameSummaries(summaries, run)
  const lost = (before: EvaluationRun) => [
    ...(people === undefined
      ? [
          ...checkLosses(
            scorers,
            losses,
            comparisons ?? compareRuns(before, run, { ...resampling, moved: 0 }),
          ),
          ...checkMissingScorers(run, before, losses),
        ]
      : checkLossesByPeople(scorers, losses, people.comparisons)),
    ...checkLeftOutItems(run, before),
  ]
  return [
    ...(summaries.some((one) => one.scored > 0) ? checkScored(scored, named, run) : [nothingScored]),
    ...checkComplete(run),
    ...means.map((mean) =>
      people === undefined ? checkMean(mean, summaries, run) : checkMeanByPeople(mean, people.summaries),
    ),
    ...(baseline === undefined ? [] : lost(baseline)),
    ...(failed === undefined ? [] : checkFailures(failed, named, run)),
    ...(notScorable === undefined ? [] : checkNotScorable(notScorable, named, run)),
    ...checkExpectations(run, unmet),
  ]
}

/** Returns the worst result: 'failed', then 'cannot tell', then 'passed'. Without outcomes, 'passed'. */
export function overallResult(outcomes: readonly GateOutcome[]): GateResult {
  return runOutcome(outcomes).result
}

const nothingScored: GateOutcome = {
  gate: 'nothing scored',
  result: 'failed',
  title: 'nothing was scored',
  sentence: 'No answer was scored by any scorer.',
}

function checkComplete({ header, items, end }: EvaluationRun): GateOutcome[] {
  // A decided run has reached its goal, so there is nothing to resume.
  if (end?.status === 'decided') return []
  const expected = header.dataset.items * header.repeats
  if (items.length >= expected) return []
  return [
    {
      gate: 'incomplete run',
      result: 'cannot tell',
      title: `the run has ${items.length} of ${expected} answers`,
      sentence: `The run has ${items.length} of ${expected} answers: resume it before it is judged.`,
    },
  ]
}

/** @throws TypeError if the summaries belong to another run: the gates would then mean nothing. */
function nameSummaries(summaries: readonly ScoreSummary[], { header, items }: EvaluationRun): NamedSummary[] {
  return header.scorers.map(({ id, name }, index) => {
    const summary = summaries[index]
    if (summary?.scorerId !== id || summary.scored + summary.notScorable + summary.failed !== items.length)
      throw new TypeError('checkGates: options.summaries: they do not belong to this run')
    return { ...summary, name }
  })
}

/** Checks the share of unmet expectations. This gate always applies if items have expectations. */
function checkExpectations({ items }: EvaluationRun, most: number | undefined): GateOutcome[] {
  const all = items.flatMap(({ expectations = [] }) => expectations)
  const outcome = (result: GateResult, title: string, sentence: string): GateOutcome[] => [
    { gate: 'unmet', result, title, sentence },
  ]
  if (all.length === 0)
    return most === undefined
      ? []
      : outcome('cannot tell', 'no expectations', 'No item has an expectation, so this gate is inconclusive.')
  const unmet = all.filter(({ met }) => !met).length
  const allowed = most ?? 0
  const share = unmet / all.length
  const beyond = isAbove(share, allowed)
  const counted = `${all.length} ${all.length === 1 ? 'expectation' : 'expectations'}`
  return outcome(
    beyond ? 'failed' : 'passed',
    unmet === 0 ? `${counted} met` : `${unmet} of ${counted} not met`,
    `${unmet} of ${counted} not met (${formatShare(share, allowed)}), ${beyond ? 'more than' : 'within'} the ${formatShare(allowed)} allowed.`,
  )
}
