import { canonicalJson } from '../../../shared/canonical-json.ts'
import { foldsByGroup } from '../fit/folds.ts'
import type { RowLabel } from '../labels/label-of-row.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'

/** A row that has a label, neither divided nor half way between. */
export interface LabelledPlace {
  readonly row: CheckedRow
  readonly label: RowLabel
}

/** Labelled rows in three parts, none of which shares a group, or a text, with another. */
export interface Parts {
  /** A quarter: examples, guideline and calibration come from it. */
  readonly made: readonly LabelledPlace[]
  /** A quarter, by which the best candidate is chosen. */
  readonly chosen: readonly LabelledPlace[]
  /** Half, on which that one is tested. */
  readonly tested: readonly LabelledPlace[]
}

/**
 * Where some rows were chosen for this, what tests is parted off already: the rows that chance drew of groups that
 * nothing was chosen from. A row with the text of one of those has no part, since a judge could read it off.
 */
export function partsOf(
  rows: readonly LabelledPlace[],
  seed: number,
  parted?: LabelledData['improve'],
): Parts {
  if (parted === undefined) {
    const [made = [], chosen = [], ...tested] = folded(rows, 4, seed)
    return { made, chosen, tested: tested.flat() }
  }
  const [learning, picked] = [new Set(parted.learning), new Set(parted.chosen)]
  const tested = rows.filter(({ row: { id } }) => !learning.has(id) && !picked.has(id))
  const texts = new Set(tested.map(({ row }) => textOf(row)))
  const others = rows.filter(({ row }) => learning.has(row.id) && !texts.has(textOf(row)))
  const [made = [], chosen = []] = folded(others, 2, seed)
  return { made, chosen, tested }
}

function folded(rows: readonly LabelledPlace[], folds: number, seed: number): LabelledPlace[][] {
  const group = together(rows.map(({ row }) => row))
  const grouped = rows.map((place, index) => ({ place, group: group(index) }))
  return foldsByGroup(grouped, folds, seed).map((fold) => fold.map(({ place }) => place))
}

const textOf = ({ statement, output }: CheckedRow) => canonicalJson(statement ?? output)

/** What has to stay in one part: rows of a group, and rows with the same text, which a judge could read off. */
function together(rows: readonly CheckedRow[]): (index: number) => string {
  const above = rows.map((_, index) => index)
  const top = (index: number): number => {
    const next = above[index] ?? index
    return next === index ? index : top(next)
  }
  const first = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const keys = [`text ${textOf(row)}`, ...(row.group === undefined ? [] : [`group ${row.group}`])]
    for (const key of keys) {
      const before = first.get(key)
      if (before === undefined) first.set(key, index)
      else above[top(index)] = top(before)
    }
  }
  return (index) => String(top(index))
}

/** Groups of rows, each row without one being its own. */
export const groupsOf = (rows: readonly LabelledPlace[]) =>
  new Set(rows.map(({ row: { group, id } }) => (group === undefined ? `row ${id}` : `group ${group}`))).size
