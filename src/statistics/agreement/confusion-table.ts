import type { NamedRow } from './rows.ts'

export interface ConfusionTable {
  readonly categories: readonly string[]
  /** Rows are labels, columns verdicts, both in the order of `categories`. */
  readonly counts: readonly (readonly number[])[]
}

/**
 * How often each verdict met each label.
 *
 * @param categories In the order to show; default: those that occur, in alphabetical order.
 * @throws TypeError for a label or verdict that is not among them.
 */
export function confusionTable(
  rows: readonly NamedRow[],
  categories: readonly string[] = [...new Set(rows.flatMap(({ label, verdict }) => [label, verdict]))].sort(),
): ConfusionTable {
  const positions = new Map(categories.map((category, index) => [category, index]))
  const counts = categories.map(() => categories.map(() => 0))
  for (const { label, verdict } of rows) {
    const row = counts[position(label, positions)] as number[]
    const column = position(verdict, positions)
    row[column] = (row[column] ?? 0) + 1
  }
  return { categories, counts }
}

function position(category: string, positions: ReadonlyMap<string, number>): number {
  if (typeof category !== 'string') throw new TypeError(`a label or verdict must be a name, not ${category}`)
  const index = positions.get(category)
  if (index === undefined)
    throw new TypeError(`"${category}" is none of the categories ${[...positions.keys()].join(', ')}`)
  return index
}
