import type { PeopleSummary } from '../../../run/people-estimates.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import { preferenceId } from '../../../scorers/preference-id.ts'
import { type Estimate, estimate } from '../../../statistics/estimate.ts'
import { cohenKappa } from '../../../statistics/kappa.ts'
import type { LabelsLine } from '../file/label-record.ts'
import { scoredAnswers } from '../scored-answers.ts'
import { toPreference } from '../shown-pair.ts'
import { collectValues, summariseByPeople } from './by-people.ts'

/** How often people prefer the candidate, and how far the judge agrees with them. */
export interface PreferenceByPeople {
  /** Win rates of the candidate: by people and judge together, by labels alone, and by the judge alone. */
  readonly winRate: PeopleSummary
  /** Labels of pairs that the judge decided, and how many agree with it. */
  readonly labels: number
  readonly same: number
  /** Cohen's κ of labels and judge over candidate, baseline and neither: 0 is chance. */
  readonly kappa: Estimate
}

/**
 * Compares people's labels of pairs, from `verdict label`, with a judge's preferences for all.
 *
 * @param run Result of `comparePairs`.
 * @returns Undefined if there are no labels of this run, and no warnings about others.
 */
export function preferencesByPeople(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  { seed, level, resamples }: { readonly seed: number; readonly level: number; readonly resamples: number },
): PreferenceByPeople | undefined {
  const winRate = summariseByPeople(run, lines, { level }).find(({ scorerId }) => scorerId === preferenceId)
  if (winRate === undefined) return undefined
  const { given, warnings } = collectValues(run, lines, preferenceId)
  if (given.length === 0 && warnings.length === 0) return undefined
  const judged = new Map(scoredAnswers(run, preferenceId).map((answer) => [answer.key, answer]))
  const rows = given.flatMap(({ key, value }) => {
    const answer = judged.get(key)
    const said = toPreference(value)
    const found = toPreference(answer?.record.score ?? null)
    if (answer === undefined || said === undefined || found === undefined) return []
    return [{ label: said, verdict: found, group: answer.item.group ?? answer.item.itemId }]
  })
  return {
    winRate,
    labels: rows.length,
    same: rows.filter(({ label, verdict }) => label === verdict).length,
    kappa: estimate(rows, (some) => cohenKappa(some), { seed, level, resamples }),
  }
}
