import { studentQuantile } from './distributions.ts'
import type { Interval } from './resampling.ts'

/**
 * y = intercept + slope · x, by least squares. Intervals are absent for fewer than six clusters, or if a single one
 * determines the number.
 */
export type FittedLine = Readonly<
  Record<'slope' | 'intercept', { readonly value: number; readonly interval?: Interval }>
>

interface Sums {
  count: number
  x: number
  y: number
  xx: number
  xy: number
}

const keys = ['count', 'x', 'y', 'xx', 'xy'] as const
const fewestClusters = 6

/** Returns undefined if all x are the same. */
function solve({ count, x, y, xx, xy }: Sums): { slope: number; intercept: number } | undefined {
  const spread = xx - (x * x) / count
  if (count < 2 || spread <= 1e-9 * Math.max(1, xx)) return undefined
  const slope = (xy - (x * y) / count) / spread
  return { slope, intercept: (y - slope * x) / count }
}

/**
 * Fits a line through points by least squares, with intervals that are valid for clustered points: the jackknife's
 * error over whole clusters (MacKinnon and White, Some heteroskedasticity-consistent covariance matrix estimators,
 * 1985, in its form for clusters) and Student's t with two fewer degrees of freedom than clusters.
 *
 * @returns Undefined if all x are the same.
 */
export function fitLine(
  points: readonly {
    readonly x: number
    readonly y: number
    /** Points of one cluster are not independent of each other. */
    readonly cluster: string
  }[],
  level: number,
): FittedLine | undefined {
  const all: Sums = { count: 0, x: 0, y: 0, xx: 0, xy: 0 }
  const clusters = new Map<string, Sums>()
  for (const { x, y, cluster } of points) {
    const sums = clusters.get(cluster) ?? { count: 0, x: 0, y: 0, xx: 0, xy: 0 }
    clusters.set(cluster, sums)
    const add = { count: 1, x, y, xx: x * x, xy: x * y }
    for (const key of keys) {
      sums[key] += add[key]
      all[key] += add[key]
    }
  }
  const whole = solve(all)
  if (whole === undefined) return undefined
  const without = Array.from(clusters.values(), (sums) =>
    solve(Object.fromEntries(keys.map((key) => [key, all[key] - sums[key]])) as unknown as Sums),
  )
  const count = clusters.size
  const quantile = studentQuantile(1 - (1 - level) / 2, count - 2)
  const fitted = (name: keyof FittedLine) => {
    const value = whole[name]
    if (count < fewestClusters || without.includes(undefined)) return { value }
    const squares = without.reduce((sum, left) => sum + ((left?.[name] ?? value) - value) ** 2, 0)
    const half = quantile * Math.sqrt(((count - 1) / count) * squares)
    return { value, interval: { low: value - half, high: value + half, level } }
  }
  return { slope: fitted('slope'), intercept: fitted('intercept') }
}
