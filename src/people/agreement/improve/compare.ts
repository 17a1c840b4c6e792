import { compareReadings, rankingFor } from '../../../statistics/compare-readings.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { Resampling } from '../../../statistics/resampling.ts'
import type { ImproveMaterial, Values } from './material.ts'
import type { LabelledPlace } from './parts.ts'

/** Fewer have no interval. */
const fewestCompared = 5

/** A label, and the scores of two judges. */
export interface JudgedTwice {
  readonly label: number
  readonly before: number
  readonly after: number
  /** Rows that share one are not independent. */
  readonly group?: string
}

/** How two judges agree with the labels, over the rows that have a score by both; undefined where they are too few. */
export function compareJudges(
  rows: readonly JudgedTwice[],
  { reading }: ImproveMaterial,
  resampling: Resampling,
):
  | ({ readonly [figure in 'before' | 'after' | 'gain']: Estimate } & { readonly squaredError?: Estimate })
  | undefined {
  if (rows.length < fewestCompared) return undefined
  const isShare = rows.every(({ before, after }) => before <= 1 && after <= 1)
  const { ranking, squaredError } = compareReadings(
    // Two judges are compared as two readings of one are.
    rows.map(({ before, after, ...of }) => ({ ...of, verdict: before, share: after })),
    reading.kind === 'class' && isShare ? 1 : undefined,
    resampling,
  )
  const { verdict: before, share: after, difference: gain } = ranking
  return { before, after, gain, ...(squaredError && { squaredError: squaredError.difference }) }
}

/** @param one What the judge before made of each row; `other`, what the one after did. */
export const judgedTwice = (rows: readonly LabelledPlace[], one: Values, other: Values): JudgedTwice[] =>
  rows.flatMap(({ row: { id, group }, label: { target } }) => {
    const [before, after] = [one.get(id)?.value, other.get(id)?.value]
    return before === undefined || after === undefined ? [] : [{ label: target, before, after, group }]
  })

/** Which figure is measured: by the labels of all rows, so that each part has the same. */
export const figureOf = ({ rows }: ImproveMaterial) =>
  rankingFor(rows.map(({ label }) => ({ label: label.target }))).figure
