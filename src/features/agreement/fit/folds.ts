import { seededRandom, shuffle } from '../../../shared/random.ts'

/**
 * Splits rows into folds and keeps groups together: takes groups in random order, each into the fold with the fewest
 * rows so far.
 */
export function foldsByGroup<Row extends Pick<LabelledGrade, 'group'>>(
  rows: readonly Row[],
  folds: number,
  seed: number,
): Row[][] {
  const groups = Map.groupBy(rows, ({ group }) => group)
  const filled = Array.from({ length: folds }, (): Row[] => [])
  for (const group of shuffle([...groups.values()], seededRandom(seed))) {
    const smallest = filled.reduce((least, fold) => (fold.length < least.length ? fold : least))
    smallest.push(...group)
  }
  return filled
}

export interface LabelledGrade {
  /** The judge's share or probability, 0 to 1. */
  readonly grade: number
  /** True if people gave the positive verdict. */
  readonly label: boolean
  /** Rows of one group (a question, a document) are not independent, and stay on one side of a split. */
  readonly group: string
}
