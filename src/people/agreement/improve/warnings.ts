import { canonicalJson } from '../../../shared/canonical-json.ts'
import type { ImproveMaterial } from './material.ts'

/** How many rows have the text of another row with another label. */
export function contradictedIn({ rows }: ImproveMaterial): number {
  const byText = Map.groupBy(rows, ({ row }) =>
    canonicalJson([row.input ?? null, row.context, row.statement ?? row.output]),
  )
  const differ = (of: ImproveMaterial['rows']) => new Set(of.map(({ label }) => label.target)).size > 1
  return [...byText.values()].filter(differ).flat().length
}

export function warningsOf({ rows, data, parts }: ImproveMaterial, contradicted: number): string[] {
  const picked = data.improve?.chosen.length ?? 0
  const left = rows.length - Object.values<readonly unknown[]>({ ...parts }).flat().length
  return [
    ...(data.warnings ?? []),
    ...(picked === 0
      ? []
      : [
          `${picked} rows were chosen where the judge is in doubt: none of them tests. What tests is a random draw from groups that nothing was chosen from.`,
        ]),
    ...(left === 0 ? [] : [`${left} rows have the text of a row that tests, and have no part.`]),
    ...(contradicted === 0
      ? []
      : [
          `${contradicted} of ${rows.length} rows have the same text as another row with another label: no judge agrees with both.`,
        ]),
    ...(data.rows.every(({ group }) => group === undefined)
      ? [
          'No row has a group. Give rows that share a question or a document one group: otherwise examples may tell the answers of the test, and intervals are too narrow.',
        ]
      : []),
  ]
}
