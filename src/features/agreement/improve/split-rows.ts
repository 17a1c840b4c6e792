import { canonicalJson } from '../../../shared/canonical-json.ts'
import { foldsByGroup } from '../fit/folds.ts'
import type { RowLabel } from '../labels/label-of-row.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'

/** A row with a decided label: its raters are neither divided nor half way. */
export interface LabelledPlace {
  readonly row: CheckedRow
  readonly label: RowLabel
}

/**
 * Labelled rows in three parts that share no group and no text. A text in several groups, such as a sentence that ends
 * every answer, does not merge them: only the last part that has it keeps it.
 */
export interface Parts {
  /** A quarter: the source of examples, guideline and calibration. */
  readonly made: readonly LabelledPlace[]
  /** A quarter, for selecting the best candidate. */
  readonly chosen: readonly LabelledPlace[]
  /** Half, for testing that candidate. */
  readonly tested: readonly LabelledPlace[]
}

/**
 * Splits rows into parts. If some rows were chosen for this, the test part already exists: the randomly drawn rows of
 * groups without chosen rows.
 */
export function splitIntoParts(
  rows: readonly LabelledPlace[],
  seed: number,
  parted?: LabelledData['improve'],
): Parts {
  if (parted === undefined) {
    const [made = [], chosen = [], ...tested] = folded(rows, 4, seed)
    return withoutShared(made, chosen, tested.flat())
  }
  const learning = new Set(parted.learning)
  const picked = new Set(parted.chosen)
  const tested = rows.filter(({ row: { id } }) => !learning.has(id) && !picked.has(id))
  const [made = [], chosen = []] = folded(
    rows.filter(({ row: { id } }) => learning.has(id)),
    2,
    seed,
  )
  return withoutShared(made, chosen, tested)
}

/** Removes repeated texts, because a judge could read a label off a row with the same text. */
function withoutShared(made: LabelledPlace[], chosen: LabelledPlace[], tested: LabelledPlace[]): Parts {
  const without = (part: readonly LabelledPlace[], later: readonly LabelledPlace[]) => {
    const texts = new Set(later.map(({ row }) => toTextKey(row)))
    return part.filter(({ row }) => !texts.has(toTextKey(row)))
  }
  return { made: without(made, [...chosen, ...tested]), chosen: without(chosen, tested), tested }
}

function folded(rows: readonly LabelledPlace[], folds: number, seed: number): LabelledPlace[][] {
  const grouped = rows.map((place) => ({
    place,
    group: place.row.group === undefined ? `text ${toTextKey(place.row)}` : `group ${place.row.group}`,
  }))
  return foldsByGroup(grouped, folds, seed).map((fold) => fold.map(({ place }) => place))
}

export const toTextKey = ({ statement, output }: CheckedRow) => canonicalJson(statement ?? output)

export const countGroups = (rows: readonly LabelledPlace[]) =>
  new Set(rows.map(({ row: { group, id } }) => (group === undefined ? `row ${id}` : `group ${group}`))).size
