import {
  compareReadings,
  type ReadingsBesidePeople,
  rankingFor,
  type TwiceReadRow,
} from '../../../statistics/compare-readings.ts'
import type { Resampling } from '../../../statistics/resampling.ts'
import type { ImproveMaterial, Values } from './material.ts'
import type { LabelledPlace } from './parts.ts'

/** Fewer have no interval. */
const fewestCompared = 5

/**
 * How two judges agree with the labels, over the rows that have a score
 * by both; undefined where they are too few.
 */
export function compareJudges(
  rows: readonly LabelledPlace[],
  { reading }: ImproveMaterial,
  one: Values,
  other: Values,
  resampling: Resampling,
): ReadingsBesidePeople | undefined {
  const pairs = bothOf(rows, one, other)
  if (pairs.length < fewestCompared) return undefined
  const isShare = pairs.every(({ verdict, share }) => verdict <= 1 && share <= 1)
  return compareReadings(pairs, reading.kind === 'class' && isShare ? 1 : undefined, resampling)
}

export const bothOf = (rows: readonly LabelledPlace[], one: Values, other: Values): TwiceReadRow[] =>
  rows.flatMap(({ row: { id, group }, label: { target } }) => {
    const [before, after] = [one.get(id)?.value, other.get(id)?.value]
    return before === undefined || after === undefined
      ? []
      : [{ label: target, verdict: before, share: after, group }]
  })

/** Which figure is measured: by the labels of all rows, so that each part has the same. */
export const figureOf = ({ rows }: ImproveMaterial) =>
  rankingFor(rows.map(({ label }) => ({ label: label.target }))).figure
