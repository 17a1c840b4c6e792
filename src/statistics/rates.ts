import {
  checkRating,
  checkYesNoLabels,
  type LabelledVerdict,
  type Statistic,
  undefinedBecause,
} from './ratings.ts'

/** Returns the share, 0 to 1, of rows with a person's yes where the judge agrees (sensitivity, recall). */
export function truePositiveRate(rows: readonly LabelledVerdict<boolean>[]): Statistic {
  checkYesNoLabels(rows)
  return agreement(rows.filter(({ label }) => label))
}

/** Returns the share, 0 to 1, of rows with a person's no where the judge agrees (specificity). */
export function trueNegativeRate(rows: readonly LabelledVerdict<boolean>[]): Statistic {
  checkYesNoLabels(rows)
  return agreement(rows.filter(({ label }) => !label))
}

/** Returns the mean of both rates: 0 to 1, and 0.5 for a judge with a constant verdict, on any labels. */
export function balancedAccuracy(rows: readonly LabelledVerdict<boolean>[]): Statistic {
  const positive = truePositiveRate(rows)
  const negative = trueNegativeRate(rows)
  if ('undefinedBecause' in positive || 'undefinedBecause' in negative)
    return undefinedBecause('all labels are of one class; add rows of the other')
  return { value: (positive.value + negative.value) / 2 }
}

/** Returns the share of rows on which both say the same: 0 to 1. */
export function agreement(rows: readonly { label: unknown; verdict: unknown }[]): Statistic {
  if (rows.length === 0) return undefinedBecause('no row has this label')
  for (const { label, verdict } of rows) [label, verdict].forEach(checkRating)
  return { value: rows.filter(({ label, verdict }) => label === verdict).length / rows.length }
}

export interface ConfusionTable<Category extends string | boolean = string> {
  readonly categories: readonly Category[]
  /** Rows are labels, columns verdicts, both in the order of `categories`. */
  readonly counts: readonly (readonly number[])[]
}

/**
 * Counts how often each verdict met each label.
 *
 * @param categories In the order to show; default: those that occur, in alphabetical order.
 * @throws TypeError for a label or verdict that is not among them, and for names beside true and false.
 */
export function confusionTable<Category extends string | boolean>(
  rows: readonly LabelledVerdict<Category>[],
  categories: readonly Category[] = categoriesIn(rows),
): ConfusionTable<Category> {
  const positions = new Map(categories.map((category, index) => [category, index]))
  const counts = categories.map(() => categories.map(() => 0))
  const type = rows[0] && typeof rows[0].label
  const find = (category: Category) => {
    const position = positions.get(category)
    if (position === undefined || typeof category !== type || (type !== 'string' && type !== 'boolean'))
      throw whyNoCategory(category, positions, type)
    return position
  }
  for (const { label, verdict } of rows) {
    const row = counts[find(label)] as number[]
    const column = find(verdict)
    row[column] = (row[column] ?? 0) + 1
  }
  return { categories, counts }
}

/** Called for each resample: without an array for each row. */
function categoriesIn<Category>(rows: readonly LabelledVerdict<Category>[]): Category[] {
  const found = new Set<Category>()
  for (const { label, verdict } of rows) found.add(label).add(verdict)
  return [...found].sort()
}

function whyNoCategory<Category>(
  category: Category,
  positions: ReadonlyMap<Category, number>,
  type: string | undefined,
): TypeError {
  if (typeof category !== 'string' && typeof category !== 'boolean')
    return new TypeError(`a label or verdict must be a name, true or false, not ${category}`)
  if (typeof category !== type)
    return new TypeError('labels and verdicts must be all names, or all true or false')
  return new TypeError(`"${category}" is not one of the categories ${[...positions.keys()].join(', ')}`)
}
