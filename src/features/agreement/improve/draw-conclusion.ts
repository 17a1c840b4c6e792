import { formatQuantity } from '../../../shared/format-count.ts'
import { normalProbability, normalQuantile } from '../../../statistics/distributions.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { CandidateResult, ImprovementResult, ImprovementTest } from './result.ts'

/** The required probability of detecting a gain as large as the one found. */
const power = 0.8
/** If nothing was better: the gain in the figure, 0 to 1, worth detecting. */
const worthwhile = 0.05

export const readValue = (estimate: Estimate | undefined): number | undefined =>
  estimate !== undefined && 'value' in estimate ? estimate.value : undefined

const readInterval = (estimate: Estimate | undefined) =>
  estimate !== undefined && 'value' in estimate ? estimate.interval : undefined

/** Returns the gain that as many rows show with the required probability; undefined without a spread. */
function gainShown(seen: Estimate, level: number): number | undefined {
  const interval = readInterval(seen)
  if (interval === undefined || interval.low === interval.high) return undefined
  const z = normalQuantile((1 + level) / 2)
  return ((interval.high - interval.low) / 2 / z) * (z + normalQuantile(power))
}

/** Returns the labels needed to detect a gain, half of them for the test; undefined without a spread. */
function labelsFor(gain: number, seen: Estimate, rows: number, level: number): number | undefined {
  const shown = gainShown(seen, level)
  return shown === undefined || gain <= 0 ? undefined : 10 * Math.ceil((2 * rows * (shown / gain) ** 2) / 10)
}

/**
 * Returns the gain to expect of a candidate chosen among several, given that a gain is reported only if its interval
 * lies above 0: half-way between the gain found and the true gain for which reported gains average the one found (Zhong
 * and Prentice, Bias-reduced estimators and confidence intervals for odds ratios in genome-wide association studies,
 * 2008). That true gain alone is 0 for a gain that just shows. For true gains of one to five standard errors, half-way
 * is off by 1.0 to 1.1 of them (root mean square), the true gain alone by 1.1 to 1.5, the gain found by 0.9 to 1.5
 * (`node research/simulate-improve.ts gains`).
 *
 * @returns At least 0. Undefined if the interval does not lie above 0.
 */
export function expectedGain(gain: Estimate, level: number): number | undefined {
  const value = readValue(gain)
  const interval = readInterval(gain)
  if (value === undefined || interval === undefined || interval.low <= 0) return undefined
  const needed = normalQuantile((1 + level) / 2)
  const error = (value - interval.low) / needed
  if (error === 0) return value
  // The average found gain among those reported, for a true gain; both in units of the standard error.
  const averageReported = (truth: number) => {
    const beyond = needed - truth
    const density = Math.exp(-(beyond ** 2) / 2) / Math.sqrt(2 * Math.PI)
    return truth + density / normalProbability(-beyond)
  }
  let low = 0
  let high = value / error
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (averageReported(middle) < value / error) low = middle
    else high = middle
  }
  return (low * error + value) / 2
}

const keep = (why: string, labelsNeeded?: number) => ({
  adopted: false,
  conclusion: `Keep what you have: ${why}`,
  ...(labelsNeeded === undefined ? {} : { labelsNeeded }),
})

/** Decides whether to adopt the best candidate, in sentences, and how many labels would settle it. */
export function drawConclusion(
  result: Pick<ImprovementResult, 'end' | 'candidates' | 'rows' | 'level'>,
  tested: ImprovementTest | undefined,
  missing: number,
  contradicted: number,
  planned = result.candidates.length,
): { readonly adopted: boolean; readonly conclusion: string; readonly labelsNeeded?: number } {
  const { end, candidates, rows, level } = result
  if (end.status !== 'complete') {
    const why = end.status === 'cancelled' ? 'was interrupted' : `stopped (${end.reason ?? end.status})`
    return keep(
      `the work ${why}. It reached ${candidates.length} of ${planned} candidates, the last perhaps only in part, and finished no test.`,
    )
  }
  if (contradicted > 0)
    return keep(
      `the labels contradict each other: ${contradicted} rows have the same text as another row but a different label. Settle these first.`,
    )
  const open = describeUncompared(candidates)
  if (tested === undefined) return open === undefined ? withoutTest(result) : cannotTell(candidates, open)
  const { name, gain, pValue } = tested
  const value = readValue(gain)
  const interval = readInterval(gain)
  if (missing > 0) return keep(`${missing} rows lose their score with ${name}.`)
  if (value === undefined) return keep(`the agreement of ${name} is not defined on the test rows.`)
  if (interval !== undefined && interval.low > 0 && pValue <= 1 - level)
    return {
      adopted: true,
      conclusion: adoptText(tested, value, candidates.length > 2 ? expectedGain(gain, level) : undefined),
    }
  if (interval === undefined) return keep(`the gain of ${name} may be chance: ${whyOpen(gain)}`)
  if (value <= 0)
    return keep(
      `nothing was better than ${name} on the rows used to choose, but it is no better on ${tested.rows} other rows.${open === undefined ? '' : ` ${open}.`}`,
    )
  const seen = labelsFor(value, gain, tested.rows, level)
  // The existing labels did not settle it, so it takes more.
  const needed = seen && Math.max(seen, rows.made + rows.chosen + rows.tested + 10)
  // A gain that is not clear was mostly seen smaller than it is, and the labels needed grow with its square.
  const shown = gainShown(gain, level)?.toFixed(2)
  const would =
    needed === undefined
      ? ''
      : ` If it is no larger than the ${value.toFixed(2)} seen here, about ${needed} labels in all would show it; these rows are enough for a gain of ${shown}.`
  const why = `on ${tested.rows} rows not used to choose it, the gain of ${name} may be chance.${would}`
  return keep(why, needed)
}

/** Says how many candidates nobody knows the gain of; undefined if all were compared. */
function describeUncompared([, ...others]: readonly CandidateResult[]): string | undefined {
  const uncompared = others.filter(({ gain }) => readValue(gain) === undefined).map(({ name }) => name)
  if (uncompared.length === 0) return undefined
  const why = 'as too few rows have their score, or too few kinds of labels'
  if (uncompared.length === others.length) return `no candidate could be compared, ${why}`
  return `${uncompared.length} of ${others.length} candidates could not be compared, ${why}: ${uncompared.join(', ')}`
}

/** Nothing is advised if what was not compared may be better. */
function cannotTell([, ...others]: readonly CandidateResult[], open: string) {
  const areSomeCompared = others.some(({ gain }) => readValue(gain) !== undefined)
  const none = areSomeCompared ? ' None of the others agrees better on the rows used to choose.' : ''
  return { adopted: false, conclusion: `Cannot tell: ${open}.${none}` }
}

/** Says why no candidate was worth a test, and how many labels would show a worthwhile gain. */
function withoutTest({ candidates, rows, level }: Pick<ImprovementResult, 'candidates' | 'rows' | 'level'>) {
  const [asItIs, ...unsorted] = candidates
  const others = unsorted.toSorted(
    (one, other) => (readValue(other.gain) ?? -1) - (readValue(one.gain) ?? -1),
  )
  const [best] = others
  if (best === undefined) return keep('there was no candidate to compare.')
  const none =
    others.length === 1
      ? `${best.name} does not agree better on the rows used to choose.`
      : `none of ${others.length} candidates agrees better on the rows used to choose.`
  if (1 - (readValue(asItIs?.agreement) ?? 0) < worthwhile)
    return keep(
      `${none} On these ${formatQuantity(rows.chosen, 'row')} the judge as it is set could gain less than ${worthwhile}; label more to see whether it could on others.`,
    )
  // A candidate with the same scores as before says nothing of how gains vary.
  const varied = others.find(({ gain }) => readInterval(gain) !== undefined)
  const needed = varied?.gain && labelsFor(worthwhile, varied.gain, rows.chosen, level)
  if (needed === undefined) return keep(none)
  if (needed <= rows.made + rows.chosen + rows.tested)
    return keep(`${none} These labels are enough to show a gain of ${worthwhile}.`)
  return keep(`${none} About ${needed} labels would show a gain of ${worthwhile}.`, needed)
}

/** Returns true if scores are on average further from the labels than before. */
const isFurther = ({ squaredError }: Pick<ImprovementTest, 'squaredError'>) =>
  (readValue(squaredError) ?? 0) > 0

const whyOpen = (gain: Estimate) => ('note' in gain && gain.note) || 'there is no interval.'

/** @param expected Undefined if there was nothing to choose from. */
function adoptText(tested: ImprovementTest, seen: number, expected: number | undefined): string {
  const how = isFurther(tested) ? 'ranks answers better, with larger errors' : 'agrees better with people'
  const adopt = `Adopt ${tested.name}: on ${tested.rows} rows not used to choose it, it surely ${how}.`
  const found = seen.toFixed(2)
  const asWords = (gain: number) => (gain < 0.005 ? 'less than 0.01' : `about ${gain.toFixed(2)}`)
  if (expected === undefined) return `${adopt} The gain seen here is ${asWords(seen)}.`
  const less =
    expected.toFixed(2) === found
      ? '.'
      : ` rather than the ${found} seen here, because only gains large enough to show are adopted.`
  return `${adopt} Expect a gain of ${asWords(expected)}${less}`
}
