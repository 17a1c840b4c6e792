import type { EvaluationRun } from '../../run/record.ts'
import { askedItems, matchItems } from '../comparison/common-items.ts'
import { findAllowance } from './decide-loss.ts'
import type { GateOutcome } from './gate.ts'
import type { ReadGates } from './read-gates.ts'

/** From this share of the baseline's items on, what is left out may be just what fell. */
const mostLeftOut = 0.5

/** Returns inconclusive gates for the scorers of a baseline that a run does not have. */
export function checkMissingScorers(
  { header }: EvaluationRun,
  baseline: EvaluationRun,
  losses: ReadGates['losses'],
): GateOutcome[] {
  const ids = new Set(header.scorers.map(({ id }) => id))
  return baseline.header.scorers.flatMap((scorer) => {
    const { id, name } = scorer
    if (ids.has(id) || findAllowance(scorer, losses) === undefined) return []
    return [
      {
        gate: 'fail if worse',
        scorerId: id,
        result: 'cannot tell',
        title: `whether ${name} is worse: only the baseline has it`,
        sentence: `${id} is only in the baseline, so it is unknown whether it is worse: add the scorer, choose scorers with --scorer, or make a new baseline.`,
      },
    ]
  })
}

/** Returns an inconclusive gate if a run asks too few of its baseline's questions; it may choose items itself. */
export function checkLeftOutItems(run: EvaluationRun, baseline: EvaluationRun): GateOutcome[] {
  if (run.header.selection !== undefined || run.end?.status !== 'complete') return []
  const asked = askedItems(baseline)
  const { removed, changed } = matchItems(asked, askedItems(run)).counts
  const leftOut = removed + changed
  if (leftOut === 0 || leftOut < mostLeftOut * asked.length) return []
  const counted = `${leftOut} of ${asked.length} items of the baseline are left out`
  return [
    {
      gate: 'fail if worse',
      result: 'cannot tell',
      title: counted,
      sentence: `${counted} (${removed} removed, ${changed} changed), so the comparison says little about them: change fewer at a time, or make a new baseline.`,
    },
  ]
}
