import { toAnswerKey, type VerdictRecord } from '../../run/record.ts'
import { hashOfAnswer, type LabelRecord } from './file/label-record.ts'
import { listUnits } from './list-units.ts'
import type { ScoredAnswer } from './scored-answers.ts'
import { belongsTo } from './values/label-values.ts'

export interface LabelledUnit {
  readonly answer: ScoredAnswer
  /** Index from 0 in `listUnits` the answer. */
  readonly index: number
  readonly unit: VerdictRecord
  /** Rater to label. A null value marks the unit as not counting. */
  readonly labels: ReadonlyMap<string, LabelRecord>
}

/** Returns the labelled units, answer by answer. Skips labels of whole answers and of other answers. */
export function labelledUnits(
  answers: readonly ScoredAnswer[],
  labels: readonly LabelRecord[],
): LabelledUnit[] {
  const byAnswer = Map.groupBy(labels, toAnswerKey)
  return answers.flatMap((answer) => {
    const ofAnswer = byAnswer.get(answer.key) ?? []
    if (ofAnswer.length === 0) return []
    const hash = hashOfAnswer(answer.item.answer ?? '')
    const same = ofAnswer.filter((label) => belongsTo(label, answer, hash))
    const byUnit = Map.groupBy(same, ({ unit }) => unit?.index)
    return listUnits(answer.record).flatMap((unit, index): LabelledUnit[] => {
      const said = byUnit.get(index)
      if (said === undefined) return []
      return [{ answer, index, unit, labels: new Map(said.map((label) => [label.rater, label])) }]
    })
  })
}
