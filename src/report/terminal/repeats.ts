import type { ReportMaterial } from '../contents/material.ts'
import { passColumns, repeatContents } from '../contents/repeats.ts'
import { terminalName, terminalText } from '../safe-text.ts'
import { renderTable, wrap } from './table.ts'

/** Pass rates and the parts of the spread; empty where nothing was repeated. */
export function repeatTables(material: ReportMaterial, width: number): string {
  const { passes, spread, spreadColumns, sentences } = repeatContents(material)
  const table = (titles: readonly string[], rows: readonly (readonly string[])[]) => {
    if (rows.length === 0) return []
    const columns = titles.map((title, index) => ({
      title: title.replace(' (', '\n('),
      ...(index === 0 ? { flexible: true } : { align: 'right' as const }),
    }))
    const cells = rows.map((row) => row.map((cell) => terminalName(cell).replace(' (', '\n(')))
    return [renderTable(columns, cells, width)]
  }
  return [
    ...table(passColumns, passes),
    ...table(spreadColumns, spread),
    ...sentences.map((sentence) => wrap(terminalText(sentence), width)),
  ].join('\n')
}
