import type { RunEnd, ScorerRecord } from '../../../run/record.ts'
import type { Figures } from '../figures/figures.ts'
import type { Reading } from '../labels/reading.ts'
import type { LabelledData } from '../rows/read-labelled.ts'
import type { Outcomes } from './outcomes.ts'

/** Below so many of a class, a rate is known to about a tenth either way, or worse. */
const fewOfClass = 50
/** Scores that are so few numbers are verdicts, and no probabilities. */
const fewValues = 3
const mostMissing = 0.1

/** What to know before the figures are believed. */
export function warningsOf({
  data,
  reading,
  record,
  end,
  outcomes,
  figures,
  readsContext,
}: {
  readonly data: LabelledData
  readonly reading: Reading
  readonly record: ScorerRecord
  readonly end?: Pick<RunEnd, 'status'>
  readonly outcomes: Outcomes
  readonly figures: Figures
  readonly readsContext: boolean
}): string[] {
  const { scored, notScorable, failed, notReached } = outcomes
  const warnings = [...(data.warnings ?? [])]
  if (notReached > 0)
    warnings.push(
      `The work stopped early (${end?.status ?? 'interrupted'}): ${notReached} rows were not reached, and the figures are over the others.`,
    )
  const missing =
    (notScorable.length + failed.length) / Math.max(1, scored.length + notScorable.length + failed.length)
  if (missing > mostMissing)
    warnings.push(
      `${Math.round(missing * 100)} % of the rows have no score (not scorable or failed). The figures are over the others, which may be the easier ones.`,
    )
  if (!readsContext && data.rows.some(({ context }) => context.length > 0))
    warnings.push(
      'The rows have a context, but this scorer reads neither contexts nor the messages of agents, and does not see it.',
    )
  const ranking = figures.areaUnderCurve ?? figures.spearman
  const chance = figures.areaUnderCurve === undefined ? 0 : 0.5
  if (ranking !== undefined && 'interval' in ranking && (ranking.interval?.high ?? 1) < chance)
    warnings.push(
      reading.kind === 'class'
        ? `Scores run against the labels: rows labelled ${reading.positive.join(', ')} have lower scores than the others. Are positive and negative swapped? A high score of ${record.name} should stand for the positive label.`
        : 'Scores run against the grades: is higherGrade the wrong way round?',
    )
  if (record.scale === undefined)
    warnings.push(
      'The scorer does not state its scale, so its scores are not shares: give it as { scorer, scale }. The threshold is compared with the score itself.',
    )
  if (reading.kind === 'class') {
    for (const [name, target] of [
      ['positive', 1],
      ['negative', 0],
    ] as const) {
      const count = scored.filter(({ label }) => label.target === target).length
      if (count < fewOfClass)
        warnings.push(`Only ${count} scored rows have a ${name} label: the intervals are wide.`)
    }
    const values = new Set(scored.map(({ value }) => value)).size
    if (scored.length > 0 && values <= fewValues)
      warnings.push(
        `The scores are only ${values} different numbers, which are verdicts rather than probabilities: the Brier score and the calibration error say little.${record.basis?.reading === 'verdict' ? " Without the option weighting: 'verdict' a judge that gives shares gives more." : ' A judge that gives shares gives more.'}`,
      )
  } else if (scored.length < fewOfClass)
    warnings.push(`Only ${scored.length} rows were scored: the intervals are wide.`)
  if (data.rows.every(({ group }) => group === undefined))
    warnings.push(
      'No row has a group. Give rows that share a question or a document one group: otherwise the intervals are too narrow.',
    )
  return warnings
}
