import { seededRandom, shuffle } from '../../shared/random.ts'
import type { LabelledGrade } from './labelled-grade.ts'

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
