import { studentQuantile } from './distributions.ts'
import type { Estimate } from './estimate.ts'
import { areaUnderCurve, middleRanks } from './ranks.ts'
import type { ShareRow } from './ratings.ts'
import type { Interval } from './resampling.ts'

/** The fewest rows, or groups, of one label that allow an interval: `research/simulate-intervals.ts area`. */
const fewestOfLabel = 6

/** The area and the two parts of its variation, from rows with yes and from rows with no, by group. */
interface PlacedRows {
  readonly area: number
  readonly parts: Parts
}

type Parts = readonly [yes: readonly number[], no: readonly number[]]

/**
 * Estimates the area under the ROC curve with its interval: at each end the wider of two. One is Student's on the
 * logit, with the variance of DeLong, DeLong and Clarke-Pearson (Comparing the areas under two or more correlated ROC
 * curves, 1988) over groups and the degrees of freedom of Welch and Satterthwaite, which are few if one label has few
 * rows. The other is Newcombe's (Confidence intervals for an effect size measure based on the Mann-Whitney statistic,
 * part 2, 2006, method 5), which does not treat a perfect order as certain.
 */
export function estimateArea(rows: readonly ShareRow[], level: number): Estimate {
  const whole = areaUnderCurve(rows)
  if ('undefinedBecause' in whole) return whole
  const placed = placeRows(rows, whole.value)
  const few = isConstant(placed) ? 'No interval: all verdicts are the same.' : tooFew(placed)
  return {
    value: whole.value,
    ...(few === undefined ? { interval: toInterval(placed, level) } : { note: few }),
  }
}

/**
 * Estimates the gain in area with other verdicts on the same rows. Its interval combines those of both areas and their
 * correlation (Zou, Toward using confidence intervals to compare correlations, 2007). Near 1 that is wide on both
 * sides, so the end towards 0 is Student's by DeLong's variance of the difference if that excludes 0.
 *
 * @param others The same rows in the same order, with other verdicts.
 */
export function estimateAreaGain(
  rows: readonly ShareRow[],
  others: readonly ShareRow[],
  level: number,
): Estimate {
  const one = areaUnderCurve(rows)
  const other = areaUnderCurve(others)
  if ('undefinedBecause' in one) return one
  if ('undefinedBecause' in other) return other
  const from = placeRows(rows, one.value)
  const to = placeRows(others, other.value)
  const value = to.area - from.area
  const few = tooFew(from)
  if (few !== undefined) return { value, note: few }
  const { low, high } = putTogether(from, to, level)
  const moved = [0, 1].map((part) => to.parts[part]?.map((of, at) => of - (from.parts[part]?.[at] as number)))
  if (moved.flat().every((of) => Math.abs(of ?? 0) < 1e-12))
    return { value, note: 'No interval: both put every row in the same place.' }
  // If one side orders nothing, the gain is the other's area, whose own interval is better.
  const half = [from, to].some(isConstant) ? 0 : halfWidth(moved as unknown as Parts, level)
  const interval = { low: Math.min(low, value - half), high: Math.max(high, value + half), level }
  if (half > 0 && value > half) return { value, interval: { ...interval, low: value - half } }
  if (half > 0 && -value > half) return { value, interval: { ...interval, high: value + half } }
  return { value, interval }
}

function putTogether(from: PlacedRows, to: PlacedRows, level: number): { low: number; high: number } {
  const before = toInterval(from, level)
  const after = toInterval(to, level)
  const found =
    estimateCovariance(from, to) / Math.sqrt(estimateCovariance(from, from) * estimateCovariance(to, to))
  const together = Number.isFinite(found) ? found : 0
  const reach = (of: number, and: number) =>
    Math.sqrt(Math.max(0, of ** 2 + and ** 2 - 2 * together * of * and))
  return {
    low: to.area - from.area - reach(to.area - after.low, before.high - from.area),
    high: to.area - from.area + reach(after.high - to.area, from.area - before.low),
  }
}

/** Returns for each row the share of rows with the other label on its correct side, minus the area. */
function placeRows(rows: readonly ShareRow[], area: number): PlacedRows {
  const ranks = middleRanks(Float64Array.from(rows, ({ verdict }) => verdict))
  const placeLabel = (wanted: boolean) => {
    const places = [...rows.keys()].filter((index) => rows[index]?.label === wanted)
    const own = middleRanks(Float64Array.from(places, (index) => (rows[index] as ShareRow).verdict))
    const others = rows.length - places.length
    const sums = new Map<string | number, number>()
    for (const [at, index] of places.entries()) {
      const below = ((ranks[index] as number) - (own[at] as number)) / others
      const group = rows[index]?.group ?? index
      const influence = ((wanted ? below : 1 - below) - area) / places.length
      sums.set(group, (sums.get(group) ?? 0) + influence)
    }
    return sums
  }
  const yes = placeLabel(true)
  const no = placeLabel(false)
  return { area, parts: [[...yes.values()], [...no.values()]] }
}

function tooFew({ parts }: PlacedRows): string | undefined {
  const fewest = Math.min(...parts.map(({ length }) => length))
  return fewest < fewestOfLabel
    ? `No interval: there ${fewest === 1 ? 'is' : 'are'} only ${fewest} of one label, and at least ${fewestOfLabel} are needed.`
    : undefined
}

/** Returns whether all verdicts are the same, which orders nothing in any sample. */
const isConstant = ({ area, parts }: PlacedRows) => area === 0.5 && parts.flat().every((of) => of === 0)

/** Returns the covariance of both areas due to the rows of one label. */
const product = (one: readonly number[], other: readonly number[]) =>
  (one.length * one.reduce((sum, of, index) => sum + of * (other[index] as number), 0)) / (one.length - 1)

const estimateCovariance = ({ parts: [yes, no] }: PlacedRows, other: PlacedRows) =>
  product(yes, other.parts[0]) + product(no, other.parts[1])

/** Returns half of Student's interval, with the degrees of freedom of Welch and Satterthwaite. */
function halfWidth(parts: Parts, level: number): number {
  const variances = parts.map((part) => product(part, part))
  const variance = variances.reduce((sum, of) => sum + of, 0)
  const inner = variances.reduce(
    (sum, of, at) => sum + of ** 2 / ((parts[at] as readonly number[]).length - 1),
    0,
  )
  return inner === 0 ? 0 : studentQuantile((1 + level) / 2, variance ** 2 / inner) * Math.sqrt(variance)
}

function toInterval(placed: PlacedRows, level: number): Interval {
  const { area, parts } = placed
  if (isConstant(placed)) return { low: area, high: area, level }
  const [yes, no] = parts.map(({ length }) => length) as [number, number]
  const step = halfWidth(parts, level) / (area * (1 - area))
  const quantile = studentQuantile((1 + level) / 2, (yes + no) / 2)
  const findEnd = (side: number) => {
    const newcombe = newcombeEnd(area, [yes, no], quantile, side)
    if (!(step > 0 && step < Infinity)) return newcombe
    const onLogit = 1 / (1 + Math.exp(-Math.log(area / (1 - area)) - side * step))
    return side < 0 ? Math.min(newcombe, onLogit) : Math.max(newcombe, onLogit)
  }
  return { low: findEnd(-1), high: findEnd(1), level }
}

/** Finds by bisection the area that is as far away as its own error allows: Newcombe's method 5. */
function newcombeEnd(
  area: number,
  [yes, no]: readonly [number, number],
  quantile: number,
  side: number,
): number {
  const half = (yes + no) / 2 - 1
  const errorAt = (at: number) =>
    Math.sqrt((at * (1 - at) * (1 + (half * (1 - at)) / (2 - at) + (half * at) / (1 + at))) / (yes * no))
  let near = area
  let far = side < 0 ? 0 : 1
  for (let step = 0; step < 40; step++) {
    const middle = (near + far) / 2
    if (Math.abs(middle - area) < quantile * errorAt(middle)) near = middle
    else far = middle
  }
  return (near + far) / 2
}
