import { checkRating, checkYesNoLabels } from './check-rows.ts'
import type { YesNoRow } from './rows.ts'
import { type Statistic, undefinedBecause } from './statistic.ts'

/** Of the rows that a person said yes to, the share that the judge said yes to (sensitivity, recall): 0 to 1. */
export function truePositiveRate(rows: readonly YesNoRow[]): Statistic {
  checkYesNoLabels(rows)
  return agreement(rows.filter(({ label }) => label))
}

/** Of the rows that a person said no to, the share that the judge said no to (specificity): 0 to 1. */
export function trueNegativeRate(rows: readonly YesNoRow[]): Statistic {
  checkYesNoLabels(rows)
  return agreement(rows.filter(({ label }) => !label))
}

/** The mean of both rates: 0 to 1, and 0.5 for a judge that always says the same, however uneven the labels. */
export function balancedAccuracy(rows: readonly YesNoRow[]): Statistic {
  const positive = truePositiveRate(rows)
  const negative = trueNegativeRate(rows)
  if ('undefinedBecause' in positive || 'undefinedBecause' in negative)
    return undefinedBecause('labels of one class are missing')
  return { value: (positive.value + negative.value) / 2 }
}

/** The share of rows on which both say the same: 0 to 1. */
export function agreement(rows: readonly { label: unknown; verdict: unknown }[]): Statistic {
  if (rows.length === 0) return undefinedBecause('there are no such labels')
  for (const { label, verdict } of rows) [label, verdict].forEach(checkRating)
  return { value: rows.filter(({ label, verdict }) => label === verdict).length / rows.length }
}
