import type { Range } from '../../../statistics/resampling.ts'

/** An answer in the reference; its weight is a share of the greatest one. */
export interface ReferenceValue {
  readonly value: number
  readonly weight: number
}

/** A part of the possible means of the reference. */
export interface Candidate {
  /** The lowest mean of the part. */
  readonly mean: number
  /**
   * The initial wealth of each gambler after the reference: the least that an equal part of 1 became by betting against
   * a mean of the part. If the mean was stated, the parts of 1 themselves.
   */
  readonly evidence: number[]
}

/** A learned reference, for gamblers who bet on what comes after it. */
export interface Reference {
  /** From the lowest to the highest; together they cover everything up to `range.high`. */
  readonly candidates: Candidate[]
  /** The stake of each gambler on an observation, per 1 that it is below the limit. */
  readonly stakes: number[]
}

/**
 * The number of parts of the possible means. A part counts with the mean of its lower end and the evidence of its upper
 * end; the loss is the fall of evidence within a part, which is the same for all.
 */
const partCount = 80

/** The number of means at which evidence is computed to place the parts. */
const placing = 100

/** Above this logarithm of evidence, parts may be five times as wide: they only matter for small drops. */
const unlikely = 5

/** A mean with this much evidence against it is no candidate; the true one has it with 1 chance in 10⁶. */
const excluding = 1e6

/** The share that is never bet, as remaining evidence against means that are too high: they see every drop. */
const kept = 0.05

/** The largest share of the possible stake, so that no value takes everything. */
export const largestShare = 0.9

/**
 * Returns the means from which the values of a sample may have been drawn, and the evidence against each: the wealth of
 * gamblers who bet that each value is above the candidate, and keep a part. For the true mean, all of it adds up to 1
 * on average, and the higher the candidate, the less it is. It is one-sided, because a reference that is assumed too
 * high gives false alarms, and one that is assumed too low gives none.
 *
 * @param sample At least one.
 * @param threshold The evidence at which there is an alarm.
 */
export function makeReference(sample: readonly ReferenceValue[], range: Range, threshold: number): Reference {
  const plans = planGamblers(sample.length, threshold)
  const deviations = measureDeviations(sample, range)
  const staked = plans.map(({ before }) =>
    // Uses the deviation known before each value, since bets come first.
    Float64Array.from(sample, (_, index) => before / (deviations[index] as number)),
  )
  const evidence = (mean: number) => evidenceAbove(sample, staked, mean, range)
  const deviation = deviations.at(-1) as number
  return { candidates: listCandidates(evidence, range), stakes: plans.map(({ after }) => after / deviation) }
}

/** Returns the highest candidate up to the mean of the reference. */
export function findMiddle(candidates: readonly Candidate[], mean: number): number {
  const below = candidates.findLast((candidate) => candidate.mean <= mean)
  return (below ?? (candidates[0] as Candidate)).mean
}

const total = (evidence: readonly number[]) => evidence.reduce((sum, of) => sum + of, 0)

function listCandidates(evidence: (mean: number) => number[], range: Range): Candidate[] {
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

/** Returns the ends of parts in which evidence falls by nearly the same amount. */
function cut(low: number, high: number, evidence: (mean: number) => number): number[] {
  const means = Array.from({ length: placing + 1 }, (_, place) => low + ((high - low) * place) / placing)
  const fallen = means.map((mean) => {
    const logarithm = Math.log(evidence(mean))
    return -Math.min(logarithm, unlikely) - Math.max(0, logarithm - unlikely) / 5
  })
  const first = fallen[0] as number
  const last = fallen[placing] as number
  const inner = Array.from({ length: partCount - 1 }, (_, part) => {
    const wanted = first + ((last - first) * (part + 1)) / partCount
    const next = fallen.findIndex((of) => of >= wanted)
    const from = fallen[next - 1] as number
    const to = fallen[next] as number
    return (means[next - 1] as number) + (((wanted - from) / (to - from)) * (high - low)) / placing
  })
  return [low, ...inner, high]
}

/** Returns the deviation of the values before each one, and of all; it starts as wide as possible. */
function measureDeviations(sample: readonly ReferenceValue[], { low, high }: Range): number[] {
  let sum = (low + high) / 2
  let squares = ((high - low) / 2) ** 2
  const later = sample.map(({ value, weight }, index) => {
    sum += value
    squares += (weight * (value - sum / (index + 2))) ** 2
    return Math.sqrt(squares / (index + 2))
  })
  return [(high - low) / 2, ...later]
}

/** Returns the wealth of each gambler, who starts with an equal part of 1. */
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
    let logarithm = 0
    let product = 1
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

/** Finds by bisection the highest mean up to which a condition holds; `low` if it never does. */
function lastWhere(holds: (mean: number) => boolean, { low, high }: Range): number {
  if (holds(high)) return high
  let yes = low
  let no = high
  for (let half = 0; half < 24; half++) {
    const middle = (yes + no) / 2
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes
}

/** The number of gamblers on a learned reference. */
const planCount = 5

/** The shortest plan: no gambler expects to win in fewer observations. */
const shortest = 16

/** The longest plan, or the size of the reference if that is larger. */
const longest = 1000

/** A gambler's target, as a share of the logarithm of the threshold, which all starts reach together. */
const aimed = 0.6

/**
 * Plans gamblers who should win within n observations, for n from 16 to 1,000, or to the size of the reference.
 *
 * With a stake of b on each of n observations and of b · n ∕ N on each of N answers of the reference, the winnings do
 * not depend on the reference's mean, which cancels out: no other mean explains them away. With a drop of d they grow
 * as n · b · d − b² · variance · n · (1 + n ∕ N) ∕ 2, up to second order. To reach the planned winnings with the least
 * drop, b must be √(2 · aim ∕ (n · (1 + n ∕ N))) ∕ deviation. (One pair of stakes per drop, as in the universal
 * portfolios of Cover, 1991; for a known mean, section 3 of Waudby-Smith and Ramdas, 2010.09686.)
 *
 * @returns The stakes of each gambler on a learned reference and on what comes after it, in deviations of an
 * observation.
 * @param size The size of the reference.
 */
function planGamblers(
  size: number,
  threshold: number,
): {
  /** On each answer of the reference being above its mean. */
  readonly before: number
  /** On each later observation being below the limit. */
  readonly after: number
}[] {
  return Array.from({ length: planCount }, (_, gambler) => {
    const horizon = shortest * (Math.max(size, longest) / shortest) ** (gambler / (planCount - 1))
    const after = Math.sqrt((2 * aimed * Math.log(threshold)) / (horizon * (1 + horizon / size)))
    return { before: (after * horizon) / size, after }
  })
}
