import {
  checkNumbers,
  checkYesNoLabels,
  type GradedRow,
  type ShareRow,
  type Statistic,
  undefinedBecause,
} from './ratings.ts'

/** Returns ranks from 1; equal values share the mean of theirs. */
export function middleRanks(values: Float64Array): Float64Array {
  checkNumbers(values)
  const sorted = values.slice().sort()
  const rankByValue = new Map<number, number>()
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1
    while (end < sorted.length && sorted[end] === sorted[start]) end++
    rankByValue.set(sorted[start] as number, (start + 1 + end) / 2)
    start = end
  }
  return values.map((value) => rankByValue.get(value) as number)
}

/**
 * Computes the area under the ROC curve: the probability that a row with the label yes has a higher verdict than one
 * with the label no, with ties as half. 0.5 is guessing, 1 is a perfect order. From the sum of ranks (Hanley and
 * McNeil, The meaning and use of the area under a ROC curve, 1982).
 */
export function areaUnderCurve(rows: readonly ShareRow[]): Statistic {
  checkYesNoLabels(rows)
  checkNumbers(rows.map(({ verdict }) => verdict))
  const positives = rows.filter(({ label }) => label).length
  const negatives = rows.length - positives
  if (positives === 0 || negatives === 0)
    return undefinedBecause('all labels are of one class; add rows of the other')
  const ranks = middleRanks(Float64Array.from(rows, ({ verdict }) => verdict))
  const sum = rows.reduce((total, { label }, index) => total + (label ? (ranks[index] ?? 0) : 0), 0)
  return { value: (sum - (positives * (positives + 1)) / 2) / (positives * negatives) }
}

/**
 * Computes Spearman's ρ: the correlation of ranks, where equal values share the mean of theirs (Spearman, The proof and
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
 * Computes Kendall's τ-b: pairs in the same order minus pairs in the opposite order, over the geometric mean of the
 * pairs not tied in labels and those not tied in verdicts (Kendall, The treatment of ties in ranking problems, 1945).
 * −1 to 1. Counted by sorting (Knight, A computer method for calculating Kendall's tau with ungrouped data, 1966).
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

/** Counts pairs within runs of equal neighbours. */
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

/** Counts pairs out of order, with a larger number before a smaller one, by merging. */
function inversions(values: Float64Array): number {
  let from = Float64Array.from(values)
  let to = new Float64Array(values.length)
  let total = 0
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width)
      total += merge(
        from,
        to,
        start,
        Math.min(start + width, values.length),
        Math.min(start + 2 * width, values.length),
      )
    ;[from, to] = [to, from]
  }
  return total
}

/** Merges two halves. A number from the right is out of order with all that remain on the left. */
function merge(from: Float64Array, to: Float64Array, start: number, middle: number, end: number): number {
  let left = start
  let right = middle
  let total = 0
  for (let at = start; at < end; at++) {
    if (left < middle && (right >= end || (from[left] as number) <= (from[right] as number)))
      to[at] = from[left++] as number
    else {
      total += middle - left
      to[at] = from[right++] as number
    }
  }
  return total
}
