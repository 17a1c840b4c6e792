import { seededRandom, shuffle } from '../../../shared/random.ts'

/**
 * The rows in folds, the rows of a group together: the groups in a random order, each into the fold that has the
 * fewest rows so far.
 *
 * @param seed Of the order.
 */
export function foldsByGroup<Row extends Pick<LabelledGrade, 'group'>>(
  rows: readonly Row[],
  folds: number,
  seed: number,
): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row])
  const filled = Array.from({ length: folds }, (): Row[] => [])
  for (const group of shuffle([...groups.values()], seededRandom(seed))) {
    const smallest = filled.reduce((least, fold) => (fold.length < least.length ? fold : least))
    smallest.push(...group)
  }
  return filled
}

/** A judge's grade on something that people have judged, too. */
export interface LabelledGrade {
  /** The judge's share or probability, 0 to 1. */
  readonly grade: number
  /** Whether people gave the positive verdict. */
  readonly label: boolean
  /** Rows of one group (a question, a document) are not independent, and never on both sides of a split. */
  readonly group: string
}
