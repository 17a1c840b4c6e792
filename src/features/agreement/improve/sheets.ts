import type { EvaluationItem } from '../../../evaluation/dataset/item.ts'
import { type EvaluationRun, type ScorerRecord, toAnswerKey } from '../../../run/record.ts'
import { betweenStatements } from '../../../scorers/claims/statements.ts'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { listUnits } from '../../labels/list-units.ts'
import { scoredAnswers } from '../../labels/scored-answers.ts'
import { judgedUnits } from '../recorded/recorded-rows.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'
import { toItem } from '../run/row-to-item.ts'
import { convertScore } from '../run/scored-rows.ts'

/** Rows scored as one answer: the statements about one question, or a single row. */
export interface Sheet {
  /** Id of the item, which is that of the first row. */
  readonly id: string
  readonly item: EvaluationItem
  readonly rows: readonly CheckedRow[]
}

export const sheetOfRow = (row: CheckedRow): Sheet => ({ id: row.id, item: toItem(row), rows: [row] })

/** Groups statements with the same question, context, ground truth and group, as those of one answer. */
export function sheetsOfStatements(rows: readonly CheckedRow[]): Sheet[] {
  const together = Map.groupBy(rows, ({ id, input, context, groundTruth, statement, group }) => {
    const isAlone =
      !statement?.trim() || [input, context[0], groundTruth, group].every((one) => one === undefined)
    return isAlone ? id : canonicalJson([input ?? null, context, groundTruth ?? null, group ?? null])
  })
  return [...together.values()].map((rows) => {
    const [first] = rows as [CheckedRow]
    const statement = rows.map(({ statement = '' }) => statement.trim()).join(betweenStatements)
    return { id: first.id, item: toItem({ ...first, statement }), rows }
  })
}

/** Returns a function that splits an answer made of labelled statements into these statements. */
export function statementsIn(sheets: readonly Sheet[]): (answer: string) => readonly string[] {
  const known = new Map(
    sheets.map(({ item, rows }) => [item.output, rows.map(({ statement = '' }) => statement.trim())]),
  )
  return (answer) => known.get(answer) ?? [answer]
}

/** A setting's value for one row, as shares of the scale. */
export interface RowValue {
  readonly value: number
  /** The share of the row's only unit; absent if the judge gave none, or there are several units. */
  readonly share?: number
}

/** Returns row id to value, without rows that failed or did not count. */
export function valuesOfRows(
  run: EvaluationRun,
  sheets: readonly Sheet[],
  scorer: ScorerRecord,
): Map<string, RowValue> {
  const answers = scoredAnswers(run, scorer.id)
  const byKey = new Map(answers.map((answer) => [answer.key, answer]))
  const judge = judgedUnits(answers, scorer)
  const values = new Map<string, RowValue>()
  for (const { id, rows } of sheets) {
    const answer = byKey.get(toAnswerKey({ itemId: id, repeat: 1 }))
    if (answer === undefined) continue
    const units = listUnits(answer.record)
    if (rows.length === 1) {
      const share = units.length === 1 ? units[0]?.share : undefined
      values.set(rows[0]?.id ?? '', { value: convertScore(answer.record, scorer.scale ?? 1).value, share })
      continue
    }
    for (const [index, unit] of units.entries()) {
      const judged = judge(answer, unit)
      const row = rows[index]
      if (row !== undefined && 'value' in judged)
        values.set(row.id, { value: judged.value, share: unit.share })
    }
  }
  return values
}

/** Returns true if the scorer judges the statements of each sheet as its units, one by one. */
export function areUnits(run: EvaluationRun, sheets: readonly Sheet[], scorer: ScorerRecord): boolean {
  if (scorer.question === undefined) return false
  const byItem = new Map(run.items.map((item) => [item.itemId, item.scores[scorer.id]]))
  return sheets.every(({ id, rows }) => {
    const record = byItem.get(id)
    const units = record?.outcome === 'scored' ? listUnits(record) : []
    return rows.length === 1 || rows.every(({ statement }, index) => units[index]?.unit === statement?.trim())
  })
}
