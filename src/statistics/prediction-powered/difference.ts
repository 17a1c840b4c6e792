import { readOptions } from '../../shared/read-options.ts'
import { computeMean } from '../mean.ts'
import type { Range } from '../resampling.ts'
import { influences } from './error-moments.ts'
import { sureAlone } from './groups.ts'
import {
  averaged,
  type HumanLabel,
  keepShared,
  type LabelledRun,
  type PredictionPowered,
  type PredictionPoweredOptions,
  predictionPoweredOptions,
} from './labelled-run.ts'
import { predictionPoweredMean } from './mean.ts'
import { type BothParts, bothParts, type Parts, type PeopleEstimate, toEstimate } from './people-estimate.ts'
import { readSample, type Sample } from './sample.ts'
import { tooFew } from './too-few.ts'

export interface PredictionPoweredDifference {
  /** The candidate's mean minus the baseline's as people would score them, over the common items. */
  readonly people: PeopleEstimate
  readonly labelsAlone: PeopleEstimate
  /** The judge's difference. */
  readonly judge: number
  /** The scope of the intervals: these items, or all items like these. */
  readonly population: 'items' | 'process'
  /** The number of common items. */
  readonly items: number
  /** The numbers of these with labels for both runs' answers, for the baseline's and for the candidate's. */
  readonly labels: { readonly both: number; readonly baseline: number; readonly candidate: number }
  /** Whether labels are compared item by item. */
  readonly isPaired: boolean
}

/**
 * The share of items drawn for either run that must have labels for both. In simulations with one label in ten missing,
 * pairs were 9 to 49 % narrower than two draws: `research/simulate-power.ts pairs`.
 */
const fewestInPairs = 3 / 4

/**
 * Estimates how much better people would find one run than another, over the items that both have. If the same items
 * were drawn and labelled in both, it is the mean of their differences, which is narrowest. If at most a quarter of
 * them lack a label in one run, it is the mean of the others, treated as a draw from all that were drawn. Otherwise the
 * labels of each run are a draw of their own, the two draws are treated as independent, and the interval combines those
 * of the two means (Zou and Donner, Construction of confidence limits about effect measures, 2008). Both runs need
 * labels: the judge's mistakes on one agent's answers need not be its mistakes on another's.
 *
 * Clusters are those of the baseline. The range is that of labels, and the same for both.
 *
 * @throws TypeError without common items, for different ranges or ways to draw; otherwise as `predictionPoweredMean`.
 */
export function predictionPoweredDifference(
  baseline: LabelledRun,
  candidate: LabelledRun,
  options?: PredictionPoweredOptions,
): PredictionPoweredDifference {
  const read = readOptions('predictionPoweredDifference', predictionPoweredOptions, options)
  const [first, second] = keepShared(baseline, candidate)
  const before = averaged(first.labels)
  const after = averaged(second.labels)
  const both = [...before.keys()].filter((item) => after.has(item))
  const counts = {
    population: read.population,
    items: first.items.length,
    labels: { both: both.length, baseline: before.size, candidate: after.size },
    judge:
      computeMean(second.items.map(({ score }) => score)) -
      computeMean(first.items.map(({ score }) => score)),
  }
  const reason = sureAlone(first) ?? sureAlone(second)
  if (reason) return { people: reason, labelsAlone: reason, ...counts, isPaired: false }
  const drawn = new Set([...before.keys(), ...after.keys()]).size
  const isPaired =
    both.length >= (first.drawn === 'clusters' ? drawn : fewestInPairs * drawn) &&
    both.every((item) => before.get(item)?.probability === after.get(item)?.probability)
  const range = first.range && rangeOfDifference(first.range)
  if (!isPaired) {
    const samples = [readSample(first), readSample(second)] as const
    return { ...differenceOfDraws(samples, first.range, read), ...counts, isPaired }
  }
  const labels = both.map((item): HumanLabel => {
    const one = before.get(item) as HumanLabel
    const other = after.get(item) as HumanLabel
    const probability = one.probability && (one.probability * both.length) / drawn
    return { ...one, value: other.value - one.value, probability }
  })
  const scores = second.items.map(({ score }) => score)
  const items = first.items.map((item, place) => ({ ...item, score: (scores[place] as number) - item.score }))
  const { people, labelsAlone } = predictionPoweredMean({ ...first, items, labels, range }, read)
  return { people, labelsAlone, ...counts, isPaired }
}

export function differenceOfDraws(
  samples: readonly [Sample, Sample],
  range: Range | undefined,
  options: PredictionPowered,
): Pick<PredictionPoweredDifference, 'people' | 'labelsAlone'> {
  const reason = tooFew(samples[0], options.population) ?? tooFew(samples[1], options.population)
  if (reason) return { people: reason, labelsAlone: reason }
  const means = samples.map((sample) => bothParts(sample, range, options)) as [BothParts, BothParts]
  const estimateWith = (by: keyof BothParts): PeopleEstimate => {
    const before = means[0][by]
    const after = means[1][by]
    const correlation = options.population === 'process' ? correlateErrors(samples, [before, after]) : 0
    // √(one² + other² − 2 · correlation · one · other), as a sum that rounding cannot bring below 0.
    const together = (one: number, other: number) =>
      Math.hypot(one - correlation * other, other * Math.sqrt(Math.max(0, 1 - correlation ** 2)))
    const one = before.distances
    const other = after.distances
    const distances = one && other && { down: together(other.down, one.up), up: together(other.up, one.down) }
    const errors = [Math.sqrt(before.moments.variance), Math.sqrt(after.moments.variance)] as const
    const mean = after.mean - before.mean
    const note = before.note ?? after.note
    const variance = together(...errors) ** 2
    return toEstimate({ mean, variance, distances, note }, range && rangeOfDifference(range), options.level)
  }
  return { people: estimateWith('people'), labelsAlone: estimateWith('alone') }
}

/** Returns the correlation of the errors of two draws, which share items: each cluster moves both means. */
function correlateErrors(
  [first, second]: readonly [Sample, Sample],
  [before, after]: readonly [Parts, Parts],
): number {
  const others = influences(second, after.units, after.tuned)
  let product = 0
  let squares = 0
  let otherSquares = 0
  for (const [cluster, part] of influences(first, before.units, before.tuned).entries()) {
    const other = others[cluster] as number
    product += part * other
    squares += part ** 2
    otherSquares += other ** 2
  }
  return squares > 0 && otherSquares > 0 ? product / Math.sqrt(squares * otherSquares) : 0
}

function rangeOfDifference({ low, high }: Range): Range {
  return { low: low - high, high: high - low }
}
