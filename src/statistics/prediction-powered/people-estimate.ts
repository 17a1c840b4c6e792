import { studentQuantile } from '../distributions.ts'
import type { Interval, Range } from '../resampling.ts'
import { type ErrorMoments, errorMoments } from './error-moments.ts'
import type { PredictionPowered } from './labelled-run.ts'
import { type Sample, toUnits, type Units } from './sample.ts'
import { type TunedWeights, tunedWeights } from './tuned-weights.ts'
import { type UnseenShift, unseen } from './unseen.ts'
import { measureLean, scoreDistances, type YesOrNo } from './yes-or-no.ts'

/** An estimate of what people would say, or the reason why there are too few labels. */
export type PeopleEstimate =
  | {
      readonly value: number
      readonly standardError: number
      /** Absent if no reliable interval exists; `note` then says why. */
      readonly interval?: Interval
      readonly note?: string
    }
  | {
      readonly undefinedBecause: string
      /** The number of drawn items, or clusters, needed for an estimate, if that is what is missing. */
      readonly labelsNeeded?: number
    }

/** The components of a mean and its interval, so that two of them can be combined. */
export interface Parts {
  readonly mean: number
  readonly moments: ErrorMoments
  /** The distances to the ends of the interval; absent for equal labels of unknown range. */
  readonly distances?: UnseenShift
  /** Whether unseen mistakes determine the interval. */
  readonly isWidened: boolean
  /** Remarks on value and interval. */
  readonly note?: string
  readonly units: Units
  readonly tuned: TunedWeights
}

/** Returns whether all probabilities are within this factor of the first. */
export function isAlike({ probabilities }: Sample, times: number): boolean {
  const [first = 1] = probabilities
  return probabilities.every((of) => of <= times * first && times * of >= first)
}

/**
 * Computes the parts of a mean.
 *
 * @param useJudge If false, only the labels count.
 * @param labels The label of each labelled item, as used in the units.
 */
export function computeMeanParts(
  sample: Sample,
  units: Units,
  labels: Float64Array,
  range: Range | undefined,
  options: PredictionPowered,
  useJudge = true,
): Parts {
  const all = tunedWeights(sample, units, useJudge ? 1 : 0)
  const tuned = useJudge ? withinRange(sample, units, range, all) : all
  const isLess = tuned !== all
  const fitted = tuned.fitted.map((of, unit) => of / (units.sizes[unit] as number))
  const residuals = units.labels.map((label, place) => {
    const unit = sample.drawn[place] as number
    return label / (units.sizes[unit] as number) - (fitted[unit] as number)
  })
  const moments = errorMoments(sample, units, tuned, options.population)
  const notSeen = unseen(sample, labels, fitted, residuals, units.sizes, range, options)
  const mean = tuned.total / sample.scores.length
  const yesOrNo = measureLean(mean, labels, fitted, units.sizes, range)
  const distances = notSeen && distancesFrom(moments, notSeen, options.level, yesOrNo)
  const isWidened =
    (notSeen !== undefined && notSeen.down > 0 && distances?.down === notSeen.down) ||
    (notSeen !== undefined && notSeen.up > 0 && distances?.up === notSeen.up)
  const notes = [...(isLess ? [lessOfJudge] : []), ...(isWidened ? [widened] : [])]
  return {
    mean,
    moments,
    distances,
    isWidened,
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    units,
    tuned,
  }
}

const lessOfJudge =
  'The judge counts for less here: in full, it would put the value outside the range of the labels, because the labelled items have different scores from the rest. More labels fix that.'

const widened =
  'No label is far from what the judge predicts, on one side at least: the interval allows for large differences that were not seen.'

/** Uses less of the judge if all of it would move the mean out of the range, where no mean can be. */
function withinRange(
  sample: Sample,
  units: Units,
  range: Range | undefined,
  tuned: TunedWeights,
): TunedWeights {
  const items = sample.scores.length
  const mean = tuned.total / items
  if (!range || (mean >= range.low && mean <= range.high)) return tuned
  const alone = tunedWeights(sample, units, 0)
  const end = items * (mean > range.high ? range.high : range.low)
  const use = (end - alone.total) / (tuned.total - alone.total)
  return use > 0 && use < 1 ? tunedWeights(sample, units, use) : alone
}

/** The estimate with the judge, and by the labels alone. */
export interface BothParts {
  readonly people: Parts
  readonly alone: Parts
}

/**
 * Computes both estimates. We never pick the narrower interval. Labels alone look narrower exactly when the sample is
 * unrepresentative by the judge's scores, and then they are biased. On average the judge's interval is as narrow,
 * because of how much `tunedWeights` uses.
 */
export function bothParts(sample: Sample, range: Range | undefined, options: PredictionPowered): BothParts {
  const units = toUnits(sample)
  const alone = computeMeanParts(sample, units, sample.labels, range, options, false)
  const withJudge = computeMeanParts(sample, units, sample.labels, range, options)
  return { people: boundedBy(withJudge, alone, sample), alone }
}

/**
 * Limits the allowance for unseen mistakes to the interval of the labels alone: few labels of a judge who is hardly
 * ever wrong say more about the labels than about the mistakes. Only for labels drawn with similar probabilities;
 * otherwise those of rarely drawn items may be missing.
 */
function boundedBy(parts: Parts, alone: Parts, sample: Sample): Parts {
  const { mean, distances, isWidened } = parts
  if (!isWidened || !isAlike(sample, 2) || !distances || !alone.distances) return parts
  return {
    ...parts,
    distances: {
      down: Math.min(distances.down, Math.max(0, mean - alone.mean + alone.distances.down)),
      up: Math.min(distances.up, Math.max(0, alone.mean + alone.distances.up - mean)),
    },
  }
}

/** @param range No interval exceeds it; the value may, and a note then says so. */
export function toEstimate(
  { mean, variance, distances, note }: Pick<Parts, 'mean' | 'distances' | 'note'> & { variance: number },
  range: Range | undefined,
  level: number,
): PeopleEstimate {
  const { low: lowest = -Infinity, high: highest = Infinity } = range ?? {}
  const isBeyond = mean < lowest - 1e-9 || mean > highest + 1e-9
  // Rounding may put the mean of ones above 1.
  const value = isBeyond ? mean : Math.min(highest, Math.max(lowest, mean))
  const found = { value, standardError: Math.sqrt(variance) }
  if (!distances)
    return { ...found, note: 'No interval: all labels are the same, and their range is not known.' }
  const low = Math.max(lowest, mean - distances.down)
  const high = Math.min(highest, mean + distances.up)
  if (low > high) return { ...found, note: `No interval: ${beyond}` }
  const notes = [...(isBeyond ? [beyond] : []), ...(note === undefined ? [] : [note])]
  return { ...found, interval: { low, high, level }, ...(notes.length > 0 ? { note: notes.join(' ') } : {}) }
}

const beyond =
  'The value is outside the range of the labels: the labelled items have different scores from the rest. More labels fix that.'

/**
 * Computes Student's interval, lengthened on the side to which errors are skewed, and never shorter than unseen items
 * allow. For skewed values, Student's interval is too short on one side and too long on the other. The longer side is
 * Johnson's (Modified t tests and confidence intervals for asymmetrical populations, 1978), with the moments of the
 * draw. The other side stays, because the skewness of few labels is not known well enough to shorten it (simulated).
 *
 * For yes and no, the share determines the skewness: the interval is then `scoreDistances`, but on the side to which
 * errors are skewed no shorter than Johnson's, which accounts for the few errors of a good judge.
 */
export function distancesFrom(
  { variance, third, covariance, degreesOfFreedom }: ErrorMoments,
  { down, up, rareDown = 0, rareUp = 0 }: UnseenShift,
  level: number,
  yesOrNo?: YesOrNo,
): UnseenShift {
  const error = Math.sqrt(variance)
  if (error === 0) return { down: Math.hypot(down, rareDown), up: Math.hypot(up, rareUp) }
  const quantile = studentQuantile((1 + level) / 2, degreesOfFreedom)
  const cube = error ** 3
  const bend = cube > 0 ? (3 * covariance - third) / (6 * cube) : 0
  const shift = cube > 0 ? covariance / (2 * cube) - bend : 0
  const stretch = bend * quantile ** 2 + shift
  const usual = error * quantile
  const least = yesOrNo ? scoreDistances(yesOrNo, variance, quantile) : { down: usual, up: usual }
  return {
    down: Math.max(
      Math.hypot(Math.max(least.down, stretch < 0 ? usual - error * stretch : 0), rareDown),
      down,
    ),
    up: Math.max(Math.hypot(Math.max(least.up, stretch > 0 ? usual + error * stretch : 0), rareUp), up),
  }
}
