import type { Label } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'
import { type LabelOptions, usual } from './label-reading.ts'

const names: ReadonlySet<string> = new Set(Object.values(usual).flat())

/**
 * Spreadsheets write TRUE, and people Yes: returns the rows with such labels in lower case. Labels that options explain
 * stay as they are.
 */
export function withUsualLabels(data: LabelledData, options: LabelOptions): LabelledData {
  const { positive, negative, between, verdicts } = options
  if ((positive ?? negative ?? between ?? verdicts) !== undefined) return data
  const usually = (label: Label | undefined) => {
    const name = typeof label === 'string' ? label.toLowerCase() : undefined
    return name !== undefined && names.has(name) ? name : label
  }
  const rows = data.rows.map((row) => ({
    ...row,
    label: usually(row.label),
    labels: row.labels.map(usually),
  }))
  return { ...data, rows }
}
