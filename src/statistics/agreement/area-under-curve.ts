import { checkNumbers, checkYesNoLabels } from './check-rows.ts'
import { middleRanks } from './ranks.ts'
import type { ShareRow } from './rows.ts'
import { type Statistic, undefinedBecause } from './statistic.ts'

/**
 * The area under the ROC curve: the probability that a row with the label yes has a higher verdict than one with
 * the label no, ties counting half. 0.5 is guessing, 1 is a perfect order. From the sum of ranks (Hanley and
 * McNeil, The meaning and use of the area under a ROC curve, 1982).
 */
export function areaUnderCurve(rows: readonly ShareRow[]): Statistic {
  checkYesNoLabels(rows)
  checkNumbers(rows.map(({ verdict }) => verdict))
  const positives = rows.filter(({ label }) => label).length
  const negatives = rows.length - positives
  if (positives === 0 || negatives === 0) return undefinedBecause('labels of one class are missing')
  const ranks = middleRanks(Float64Array.from(rows, ({ verdict }) => verdict))
  const sum = rows.reduce((total, { label }, index) => total + (label ? (ranks[index] ?? 0) : 0), 0)
  return { value: (sum - (positives * (positives + 1)) / 2) / (positives * negatives) }
}
