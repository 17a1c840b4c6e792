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
  /**
   * What each gambler begins with after the reference: the least that was made of an equal part of 1 by betting
   * against a mean of the part. The parts of 1 themselves where the mean was stated.
   */
  readonly evidence: number[]
}

/** What a reference leaves to those who bet on what comes after it. */
export interface Reference {
  /** From the lowest to the highest; together all up to `range.high`. */
  readonly candidates: Candidate[]
  /** What each gambler stakes on an observation, for each 1 that it is below the limit. */
  readonly stakes: number[]
}

/**
 * Parts into which the possible means are cut. A part is held to be as low as its lower end, and its evidence to be
 * that of its upper end: what that loses is what evidence falls by in a part, which is the same in all of them.
 */
const partCount = 80

/** Evidence by which parts are placed is taken at so many means. */
const placing = 100

/** Above that, as a logarithm, parts may be five times as wide: only small drops are decided there. */
const unlikely = 5

/** A mean against which a sample has so much evidence is no candidate; the true one has it with 1 in 10⁶ chances. */
const excluding = 1e6

/** What is never bet, so that there is some evidence left against means that are too high: they see every drop. */
const kept = 0.05

/** At most of what may be staked, so that no value takes everything. */
export const largestShare = 0.9

/**
 * The means that the values of a sample may have been drawn with, and what the sample says against each: the wealth
 * of gamblers who bet on each value being above the candidate, and keep a part. For the true mean that is 1 on
 * average, of all together, and it is the less the higher the candidate. One-sided, because a reference that is held
 * for too high gives false alarms, and one that is held for too low gives none.
 *
 * @param sample At least one.
 * @param threshold Of evidence, where there is an alarm.
 */
export function referenceOf(sample: readonly ReferenceValue[], range: Range, threshold: number): Reference {
  const plans = plansOf(sample.length, threshold)
  const deviations = deviationsOf(sample, range)
  const staked = plans.map(({ before }) =>
    // By what was known of the deviation before each value, as bets have to be placed.
    Float64Array.from(sample, (_, index) => before / (deviations[index] as number)),
  )
  const evidence = (mean: number) => evidenceAbove(sample, staked, mean, range)
  const deviation = deviations.at(-1) as number
  return { candidates: candidatesOf(evidence, range), stakes: plans.map(({ after }) => after / deviation) }
}

/** The mean of a sample by weight. */
export function meanOf(sample: readonly ReferenceValue[]): number {
  const total = sample.reduce((sum, { weight }) => sum + weight, 0)
  return sample.reduce((sum, { value, weight }) => sum + value * weight, 0) / total
}

const total = (evidence: readonly number[]) => evidence.reduce((sum, of) => sum + of, 0)

function candidatesOf(evidence: (mean: number) => number[], range: Range): Candidate[] {
  const lowest = lastWhere((mean) => total(evidence(mean)) >= excluding, range)
  const highest = lastWhere((mean) => total(evidence(mean)) > 1.05 * kept, range)
  const top = { mean: highest, evidence: evidence(range.high) }
  if (highest === lowest) return [top]
  const edges = cut(lowest, highest, (mean) => total(evidence(mean)))
  const below = edges.slice(0, -1).map((mean, index) => ({
    mean,
    evidence: evidence(edges[index + 1] as number),
  }))
  return highest < range.high ? [...below, top] : below
}

/** The ends of parts in which evidence falls by the same, nearly. */
function cut(low: number, high: number, evidence: (mean: number) => number): number[] {
  const means = Array.from({ length: placing + 1 }, (_, place) => low + ((high - low) * place) / placing)
  const fallen = means.map((mean) => {
    const logarithm = Math.log(evidence(mean))
    return -Math.min(logarithm, unlikely) - Math.max(0, logarithm - unlikely) / 5
  })
  const [first, last] = [fallen[0] as number, fallen[placing] as number]
  const inner = Array.from({ length: partCount - 1 }, (_, part) => {
    const wanted = first + ((last - first) * (part + 1)) / partCount
    const next = fallen.findIndex((of) => of >= wanted)
    const [from, to] = [fallen[next - 1] as number, fallen[next] as number]
    return (means[next - 1] as number) + (((wanted - from) / (to - from)) * (high - low)) / placing
  })
  return [low, ...inner, high]
}

/** The deviation of the values before each one, and of all; at first as wide as can be. */
function deviationsOf(sample: readonly ReferenceValue[], { low, high }: Range): number[] {
  let sum = (low + high) / 2
  let squares = ((high - low) / 2) ** 2
  const later = sample.map(({ value, weight }, index) => {
    sum += value
    squares += (weight * (value - sum / (index + 2))) ** 2
    return Math.sqrt(squares / (index + 2))
  })
  return [(high - low) / 2, ...later]
}

/** What each gambler has, who begins with an equal part of 1. */
function evidenceAbove(
  sample: readonly ReferenceValue[],
  staked: readonly Float64Array[],
  mean: number,
  { low }: Range,
): number[] {
  const largest = largestShare / (mean - low)
  const won = new Float64Array(sample.length)
  for (let index = 0; index < won.length; index++) {
    const { value, weight } = sample[index] as ReferenceValue
    won[index] = weight * (value - mean)
  }
  return staked.map((stakes) => {
    let [logarithm, product] = [0, 1]
    for (let index = 0; index < won.length; index++) {
      product *= 1 + Math.min(stakes[index] as number, largest) * (won[index] as number)
      // A logarithm for each value would take most of the time.
      if (product > 1e-100 && product < 1e100) continue
      logarithm += Math.log(product)
      product = 1
    }
    const wealth = Math.exp(Math.min(logarithm + Math.log(product), 600))
    return (kept + (1 - kept) * wealth) / staked.length
  })
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

/** Gamblers on a learned reference. */
const planCount = 5

/** The shortest plan: no gambler expects to have won after fewer observations. */
const shortest = 16

/** The longest, or as many as the reference has where that is more. */
const longest = 1000

/** What a gambler plans to win, as a share of the logarithm of the threshold: those at all starts win it together. */
const aimed = 0.6

/**
 * Gamblers who plan to have won after n observations: from 16 to 1,000, or to as many as the reference has.
 *
 * What one wins with a stake of b on each of n observations and of b · n ∕ N on each of N answers of the reference
 * does not depend on the reference's mean, which cancels out: no other mean explains it away. With a drop of d it
 * grows as n · b · d − b² · variance · n · (1 + n ∕ N) ∕ 2, up to second order. That it comes to what is aimed at
 * with the least drop takes b = √(2 · aim ∕ (n · (1 + n ∕ N))) ∕ deviation. (One pair of stakes a drop, as in the
 * universal portfolios of Cover, 1991; for a mean that is known, section 3 of Waudby-Smith and Ramdas, 2010.09686.)
 *
 * @returns How each of the gamblers stakes on a learned reference and on what comes after it, in deviations of an
 * observation.
 * @param size Of the reference.
 */
function plansOf(
  size: number,
  threshold: number,
): {
  /** On each answer of the reference being above its mean. */
  readonly before: number
  /** On each observation after it being below the limit. */
  readonly after: number
}[] {
  return Array.from({ length: planCount }, (_, gambler) => {
    const horizon = shortest * (Math.max(size, longest) / shortest) ** (gambler / (planCount - 1))
    const after = Math.sqrt((2 * aimed * Math.log(threshold)) / (horizon * (1 + horizon / size)))
    return { before: (after * horizon) / size, after }
  })
}
