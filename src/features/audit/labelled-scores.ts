import { nameCluster } from '../../evaluation/comparison/collect-scores.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { rankingFor } from '../../statistics/compare-readings.ts'
import { estimate, estimateMean } from '../../statistics/estimate.ts'
import { cohenKappa } from '../../statistics/kappa.ts'
import { averaged } from '../../statistics/prediction-powered/labelled-run.ts'
import { fewestLabels } from '../../statistics/prediction-powered/too-few.ts'
import type { Resampling } from '../../statistics/resampling.ts'
import { collectValues, summariseByPeople } from '../labels/estimates/by-people.ts'
import type { LabelsLine } from '../labels/file/label-record.ts'
import { scoredAnswers } from '../labels/scored-answers.ts'

/** A labelled answer with its score, both as shares of the scale. */
export interface LabelledScore {
  readonly item: ItemRecord
  readonly label: number
  readonly score: number
  /** Answers to one question, or of one group, are not independent. */
  readonly group: string
}

export function labelledScores(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  { id, scale = 1 }: ScorerRecord,
): { readonly rows: readonly LabelledScore[]; readonly warnings: readonly string[] } {
  const { run: labelled, warnings } = collectValues(run, lines, id)
  const values = averaged(labelled.labels)
  const rows = scoredAnswers(run, id).flatMap(({ key, item, record }): LabelledScore[] => {
    const label = values.get(key)?.value
    if (label === undefined) return []
    return [{ item, label: label / scale, score: record.score / scale, group: nameCluster(item) }]
  })
  return { rows, warnings }
}

/** Measures how far scores agree with labels, beyond chance. */
export function besidePeople(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorer: ScorerRecord,
  resampling: Resampling,
) {
  const { rows, warnings } = labelledScores(run, lines, scorer)
  if (rows.length < fewestLabels)
    return {
      rows,
      warning: `${rows.length} labelled answers with a score of ${scorer.id} in the run are too few to show how it agrees with people: at least ${fewestLabels} are needed.`,
    }
  const { figure, estimateWith } = rankingFor(rows)
  const named = rows.map(({ label, score, group }) => ({
    label: label > 0.5 ? 'yes' : 'no',
    verdict: score > 0.5 ? 'yes' : 'no',
    group,
  }))
  const ranked = rows.map(({ label, score, group }) => ({ label, verdict: score, group }))
  const summary = summariseByPeople(run, lines, { level: resampling.level }).find(
    ({ scorerId }) => scorerId === scorer.id,
  )
  return {
    rows,
    people: {
      answers: rows.length,
      kappa: estimate(named, (of) => cohenKappa(of), resampling),
      ranking: { figure, estimate: estimateWith(ranked, resampling) },
      meanError: estimateMean(rows, ({ label, score }) => score - label, { low: -1, high: 1 }, resampling),
      ...(summary === undefined ? {} : { people: summary }),
      warnings,
    },
  }
}
