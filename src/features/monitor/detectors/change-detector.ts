import type { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import { computeWeightedMean } from '../../../statistics/mean.ts'
import type { Interval, Range } from '../../../statistics/resampling.ts'
import { addStart, type ChangePoint, changePoint, noStarts } from './change-point.ts'
import { type ChangeDetectorOptions, type changeDetectorState, detectorOptions } from './detector-options.ts'
import { betFromAnyStart, type Gamblers, shares } from './gamblers.ts'
import { meanSinceWithin } from './mean-since.ts'
import { type Observation, readWeight } from './observation.ts'
import { findMiddle, largestShare, makeReference, type Reference } from './reference.ts'

/** Of the intervals of change points and of means since then. */
const level = 0.95

/**
 * Watches a stream for a change of its mean beyond what is allowed, with a guarantee on false alarms: see
 * `gamblers.ts`. Each observation takes the same time and memory.
 *
 * A learned reference is known only as well as its sample shows. An alarm requires that every mean it may have is ruled
 * out: for each, gamblers bet that the sample is above that mean, and then that later observations are below its limit,
 * and must hold the threshold c. From an equal part of 1, each gambler makes K by the sample, and continues with K · R,
 * with R as in `gamblers.ts`. For the true mean, all K add up to 1 on average, by the sample alone; and whatever the
 * sample and the stakes chosen from it, R is at most n on average after n observations. So the sum of all K · R is at
 * most n on average, after n or at an earlier alarm, and the probability of an alarm within n observations is at most n
 * ∕ c, as with a stated mean. Given a sample that made K, an alarm takes at least c ∕ K observations on average, which
 * is c or more on average over samples (Jensen). This holds if the true mean is among the candidates: `reference.ts`
 * leaves it out with one chance in 10⁶.
 *
 * It assumes that, as long as nothing has changed, each observation has a mean within the limit, whatever came before.
 * With weights, this is the weighted mean, and the bets are on weight · (limit − value).
 *
 * Rises are mirrored into drops, so that everything inside is about drops.
 */
export class ChangeDetector {
  readonly #state: z.output<typeof changeDetectorState>
  readonly #range: Range
  /** The middle of the reference, used to locate change points. */
  #middle = Number.NaN
  /** The gamblers of each candidate, in the order of `wealth`. */
  #gamblers: Gamblers | undefined

  constructor(state: z.output<typeof changeDetectorState>) {
    this.#state = state
    this.#range = state.options
    const { reference } = state.options
    if (state.mean !== undefined) this.#prepare(this.#turned(state.mean))
    else if ('mean' in reference) this.#learned(reference.mean)
  }

  /**
   * Adds an observation; those of one conversation count as one, their mean.
   *
   * @throws RangeError for a value out of range, or a weight that is not above 0 and up to the greatest.
   */
  add(observation: Observation): void {
    const state = this.#state
    const { options } = state
    const weight = readWeight(observation, this.#range, options.greatestWeight)
    state.count += 1
    const value = this.#turned(observation.value)
    if (!this.#gamblers) this.#learn(value, weight)
    else if (this.#leavesRoom) this.#watch(this.#gamblers, { value, weight, time: observation.time })
  }

  get options(): Readonly<z.output<typeof detectorOptions>> {
    return this.#state.options
  }

  /** The number of observations so far, including those of the reference. */
  get count(): number {
    return this.#state.count
  }

  /** The mean to compare with; absent while it is being learned. */
  get reference(): number | undefined {
    return this.#state.mean
  }

  /** The mean beyond which there is a change. If no value can be beyond it, no change can be found. */
  get limit(): number | undefined {
    const { mean, options } = this.#state
    if (mean === undefined) return undefined
    return mean + (options.direction === 'drop' ? -options.allowed : options.allowed)
  }

  /** From 0. There is an alarm once it reaches the threshold. */
  get evidence(): number {
    return this.#state.evidence
  }

  get threshold(): number {
    const { averageRunLength, detectors } = this.#state.options
    return averageRunLength * detectors
  }

  /** Whether there is an alarm now. The guarantee is about the first since the start or the last restart. */
  get alarmed(): boolean {
    return this.#state.evidence >= this.threshold
  }

  /** Estimates when the mean changed, if it did. Absent before the first observation after the reference. */
  changePoint(): ChangePoint | undefined {
    const { starts } = this.#state
    if (starts.list.length === 0) return undefined
    const found = changePoint(starts, level)
    return { ...found, mean: this.#turned(found.mean) }
  }

  /** Returns the possible means of the observations since then, valid at any moment one checks: `meanSinceWithin`. */
  meanSince(): Interval | undefined {
    const { starts } = this.#state
    if (starts.list.length === 0) return undefined
    const { low, high } = meanSinceWithin(starts, this.#range, level)
    const one = this.#turned(low)
    const other = this.#turned(high)
    return { low: Math.min(one, other), high: Math.max(one, other), level }
  }

  /**
   * Compares later observations with another mean, chosen from earlier ones; only in place of a stated mean. The
   * winnings are kept, and so is the guarantee.
   */
  compareWith(mean: number): void {
    const turned = this.#turned(mean)
    this.#state.mean = mean
    this.#state.candidates = this.#state.candidates.map((of) => ({ ...of, mean: turned }))
    this.#prepare(turned)
  }

  /**
   * Returns to the state when the reference became known, ready for the next alarm.
   *
   * @param missed Observations of the stream that passed meanwhile; they are counted.
   */
  restart(missed: number): void {
    const state = this.#state
    state.count += missed
    state.wealth = state.wealth.map(() => 0)
    state.starts = noStarts()
    state.evidence = 0
  }

  state(): z.output<typeof changeDetectorState> {
    return structuredClone(this.#state)
  }

  #learned(mean: number, { candidates, stakes }: Reference = this.#stated(mean)): void {
    const state = this.#state
    state.mean = mean
    state.candidates = candidates
    state.stakes = stakes
    state.wealth = candidates.flatMap(() => stakes.map(() => 0))
    state.sample = []
    this.#prepare(this.#turned(mean))
  }

  #stated(mean: number): Reference {
    const turned = this.#turned(mean)
    const most = this.#range.high - this.#computeLimit(turned)
    return {
      candidates: [{ mean: turned, evidence: shares.map(() => 1 / shares.length) }],
      stakes: shares.map((share) => share / most),
    }
  }

  #prepare(turned: number): void {
    const { candidates, stakes } = this.#state
    this.#middle = findMiddle(candidates, turned)
    const limits = Float64Array.from(candidates, ({ mean }) => this.#computeLimit(mean))
    const capped = Array.from(limits, (limit) => {
      const largest = largestShare / (this.#range.high - limit)
      return stakes.map((stake) => Math.min(stake, largest))
    })
    this.#gamblers = {
      limits,
      stakes: Float64Array.from(capped.flat()),
      weights: Float64Array.from(candidates.flatMap(({ evidence }) => evidence)),
    }
  }

  #watch(gamblers: Gamblers, { value, weight, time }: Required<Observation>): void {
    const state = this.#state
    state.evidence = betFromAnyStart(state.wealth, gamblers, value, weight)
    const limit = this.#computeLimit(this.#middle)
    const payoff = ((limit - value) / (this.#range.high - limit)) * weight
    addStart(state.starts, value, weight, { index: state.count, time }, payoff)
  }

  #learn(value: number, weight: number): void {
    const { sample, options } = this.#state
    sample.push({ value, weight })
    if ('observations' in options.reference && sample.length >= options.reference.observations)
      this.#learned(
        this.#turned(computeWeightedMean(sample)),
        makeReference(sample, this.#range, this.threshold),
      )
  }

  /** Whether a value can be beyond the limit. */
  get #leavesRoom(): boolean {
    const turned = this.#turned(this.#state.mean as number)
    return this.#computeLimit(turned) > this.#range.low
  }

  #turned(value: number): number {
    return this.#state.options.direction === 'drop' ? value : this.#range.low + this.#range.high - value
  }

  #computeLimit(mean: number): number {
    return mean - this.#state.options.allowed
  }
}

/** @throws TypeError for options out of range. */
export function createChangeDetector(options: ChangeDetectorOptions): ChangeDetector {
  return new ChangeDetector({
    options: readOptions('createChangeDetector', detectorOptions, options),
    count: 0,
    sample: [],
    candidates: [],
    stakes: [],
    wealth: [],
    starts: noStarts(),
    evidence: 0,
  })
}
