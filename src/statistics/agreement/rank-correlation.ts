import { checkNumbers } from './check-rows.ts'
import { inversions } from './inversions.ts'
import { middleRanks } from './ranks.ts'
import type { GradedRow } from './rows.ts'
import { type Statistic, undefinedBecause } from './statistic.ts'

/**
 * Spearman's ρ: the correlation of ranks, equal values sharing the mean of theirs (Spearman, The proof and
 * measurement of association between two things, 1904). −1 to 1.
 */
export function spearmanCorrelation(rows: readonly GradedRow[]): Statistic {
  checkNumbers(rows.flatMap(({ label, verdict }) => [label, verdict]))
  const labels = middleRanks(Float64Array.from(rows, ({ label }) => label))
  const verdicts = middleRanks(Float64Array.from(rows, ({ verdict }) => verdict))
  const middle = (rows.length + 1) / 2
  let together = 0
  let ofLabels = 0
  let ofVerdicts = 0
  for (let index = 0; index < rows.length; index++) {
    const label = (labels[index] as number) - middle
    const verdict = (verdicts[index] as number) - middle
    together += label * verdict
    ofLabels += label ** 2
    ofVerdicts += verdict ** 2
  }
  return ratio(together, ofLabels, ofVerdicts)
}

/**
 * Kendall's τ-b: pairs in the same order less pairs in the opposite order, over the geometric mean of the pairs
 * that are not tied in labels and those that are not tied in verdicts (Kendall, The treatment of ties in ranking
 * problems, 1945). −1 to 1. Counted by sorting (Knight, A computer method for calculating Kendall's tau with
 * ungrouped data, 1966).
 */
export function kendallCorrelation(rows: readonly GradedRow[]): Statistic {
  checkNumbers(rows.flatMap(({ label, verdict }) => [label, verdict]))
  const sorted = [...rows].sort((a, b) => a.label - b.label || a.verdict - b.verdict)
  const all = pairs(rows.length)
  const tiedInLabel = tiedPairs(sorted, (a, b) => a.label === b.label)
  const tiedInBoth = tiedPairs(sorted, (a, b) => a.label === b.label && a.verdict === b.verdict)
  const verdicts = Float64Array.from(sorted, ({ verdict }) => verdict)
  const opposite = inversions(verdicts)
  const byVerdict = [...rows].sort((a, b) => a.verdict - b.verdict)
  const tiedInVerdict = tiedPairs(byVerdict, (a, b) => a.verdict === b.verdict)
  const same = all - tiedInLabel - tiedInVerdict + tiedInBoth - opposite
  return ratio(same - opposite, all - tiedInLabel, all - tiedInVerdict)
}

function ratio(together: number, ofLabels: number, ofVerdicts: number): Statistic {
  if (ofLabels === 0) return undefinedBecause('all labels are the same')
  if (ofVerdicts === 0) return undefinedBecause('all verdicts are the same')
  return { value: together / Math.sqrt(ofLabels * ofVerdicts) }
}

function pairs(count: number): number {
  return (count * (count - 1)) / 2
}

/** Pairs within runs of neighbours that are alike. */
function tiedPairs(sorted: readonly GradedRow[], alike: (a: GradedRow, b: GradedRow) => boolean): number {
  let total = 0
  let run = 1
  for (let index = 1; index <= sorted.length; index++) {
    const row = sorted[index]
    if (row && alike(sorted[index - 1] as GradedRow, row)) run += 1
    else {
      total += pairs(run)
      run = 1
    }
  }
  return total
}
