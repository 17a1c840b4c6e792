import type { Range } from '../estimate-means.ts'

/** An answer of the reference; its weight is a share of the greatest one. */
export interface ReferenceValue {
  readonly value: number
  readonly weight: number
}

/** A part of the means that the reference may have. */
export interface Candidate {
  /** The lowest mean of the part. */
  readonly mean: number
  /** The least evidence that the sample has against a mean of the part: 1 where the mean was stated. */
  readonly evidence: number
}

/**
 * Parts into which the possible means are cut. A part is held to be as low as its lower end, so that wide ones find a
 * change late: those that the sample hardly speaks against decide when, and are cut fine.
 */
const parts = { unlikely: 10, likely: 70 }

/** A mean against which a sample has more evidence is unlikely. */
const unlikely = 100

/** A mean against which a sample has so much evidence is no candidate; the true one has it with 1 in 10⁶ chances. */
const excluding = 1e6

/** What is never bet, so that there is some evidence left against means that are too high: they see every drop. */
const kept = 0.1

/**
 * What evidence each part of the rest is staked to reach, as a logarithm: little is best where the sample is large
 * for the change that is looked for, and more where it is small.
 */
const aims = [0.5, 2]

/** At most of what may be staked, so that no value takes everything. */
const largestShare = 0.9

/**
 * The means that the values of a sample may have been drawn with, and what the sample says against each: the wealth
 * of one who bets on each value being above the candidate, and keeps a part. For the true mean that is 1 on average,
 * and it is the less the higher the candidate. One-sided, because a reference that is held for too high gives false
 * alarms, and one that is held for too low gives none. Stakes are √(2 · aim ∕ (n · variance so far)), best for a
 * sample of known size (Waudby-Smith and Ramdas, 2010.09686, section 3).
 *
 * @param sample At least one.
 * @returns From the lowest to the highest; together all up to `range.high`.
 */
export function candidatesOf(sample: readonly ReferenceValue[], range: Range): Candidate[] {
  const stakes = aims.map((aim) => stakesOf(sample, aim, range))
  const evidence = (mean: number) => evidenceAbove(sample, stakes, mean, range)
  const lowest = lastWhere((mean) => evidence(mean) >= excluding, range)
  const highest = lastWhere((mean) => evidence(mean) > 1.05 * kept, range)
  const top = { mean: highest, evidence: evidence(range.high) }
  if (highest === lowest) return [top]
  const middle = Math.min(
    highest,
    lastWhere((mean) => evidence(mean) >= unlikely, range),
  )
  const edges = [...cut(lowest, middle, parts.unlikely), ...cut(middle, highest, parts.likely), highest]
  const below = edges.slice(0, -1).map((mean, index) => ({
    mean,
    evidence: evidence(edges[index + 1] as number),
  }))
  return highest < range.high ? [...below, top] : below
}

/** The lower ends of equal parts. */
const cut = (low: number, high: number, count: number): number[] =>
  Array.from({ length: count }, (_, part) => low + ((high - low) * part) / count)

/** The mean of a sample by weight. */
export function meanOf(sample: readonly ReferenceValue[]): number {
  const total = sample.reduce((sum, { weight }) => sum + weight, 0)
  return sample.reduce((sum, { value, weight }) => sum + value * weight, 0) / total
}

/** For each value, by the mean and variance of those before it; at first in the middle, and as wide as can be. */
function stakesOf(sample: readonly ReferenceValue[], aim: number, { low, high }: Range): number[] {
  let sum = (low + high) / 2
  let squares = ((high - low) / 2) ** 2
  return sample.map(({ value, weight }, index) => {
    const variance = squares / (index + 1)
    sum += value
    squares += (weight * (value - sum / (index + 2))) ** 2
    return Math.sqrt((2 * aim) / (sample.length * variance))
  })
}

function evidenceAbove(
  sample: readonly ReferenceValue[],
  stakes: readonly (readonly number[])[],
  mean: number,
  { low }: Range,
): number {
  const largest = largestShare / (mean - low)
  const won = stakes.map((staked) => {
    let logarithm = 0
    for (const [index, { value, weight }] of sample.entries())
      logarithm += Math.log1p(Math.min(staked[index] as number, largest) * weight * (value - mean))
    return Math.exp(Math.min(logarithm, 600))
  })
  return kept + ((1 - kept) * won.reduce((sum, of) => sum + of, 0)) / won.length
}

/** The highest mean for which something holds that holds up to some mean: by halves, `low` where it never does. */
function lastWhere(holds: (mean: number) => boolean, { low, high }: Range): number {
  if (holds(high)) return high
  let [yes, no] = [low, high]
  for (let half = 0; half < 24; half++) {
    const middle = (yes + no) / 2
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes
}
