import { seededRandom } from '../../src/shared/random.ts'
import { areaUnderCurve } from '../../src/statistics/ranks.ts'

/** The area under the ROC curve, of the shares of either class; NaN where one has none. */
export function areaBetween(positives: readonly number[], negatives: readonly number[]): number {
  const area = areaUnderCurve([
    ...positives.map((verdict) => ({ label: true, verdict })),
    ...negatives.map((verdict) => ({ label: false, verdict })),
  ])
  return 'value' in area ? area.value : Number.NaN
}

/**
 * A 95 % percentile bootstrap interval of a measure, drawing whole groups, because the rows of a group are
 * alike. The same numbers every time.
 */
export function bootstrapByGroup<Row extends { readonly group: string }>(
  rows: readonly Row[],
  measure: (rows: readonly Row[]) => number,
): [low: number, high: number] {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()]
  const random = seededRandom(1)
  const draws = Array.from({ length: 1000 }, () =>
    measure(groups.flatMap(() => groups[Math.floor(random() * groups.length)] as Row[])),
  ).sort((a, b) => a - b)
  return [draws[24] as number, draws[974] as number]
}
