import { canonicalJson } from '../../../shared/canonical-json.ts'
import { foldsByGroup } from '../fit/folds.ts'
import type { RowLabel } from '../labels/label-of-row.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'

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

export function partsOf(rows: readonly LabelledPlace[], seed: number): Parts {
  const group = together(rows.map(({ row }) => row))
  const grouped = rows.map((place, index) => ({ place, group: group(index) }))
  const [made = [], chosen = [], ...tested] = foldsByGroup(grouped, 4, seed).map((fold) =>
    fold.map(({ place }) => place),
  )
  return { made, chosen, tested: tested.flat() }
}

/** What has to stay in one part: rows of a group, and rows with the same text, which a judge could read off. */
function together(rows: readonly CheckedRow[]): (index: number) => string {
  const above = rows.map((_, index) => index)
  const top = (index: number): number => {
    const next = above[index] ?? index
    return next === index ? index : top(next)
  }
  const first = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const said = row.statement ?? row.output
    const keys = [`text ${canonicalJson(said)}`, ...(row.group === undefined ? [] : [`group ${row.group}`])]
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
