import { compareReadings, rankingFor } from '../../../statistics/compare-readings.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { Resampling } from '../../../statistics/resampling.ts'
import type { ImproveMaterial, Values } from './gather-material.ts'
import type { LabelledPlace } from './split-rows.ts'

/** Fewer rows get no interval. */
const fewestCompared = 5

export interface JudgedTwice {
  readonly label: number
  readonly before: number
  readonly after: number
  /** Rows with the same group are not independent. */
  readonly group?: string
}

/** Compares the agreement of two judges with the labels, over rows that both scored; undefined if too few. */
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
    // Comparing two judges works like comparing two readings of one.
    rows.map(({ before, after, ...of }) => ({ ...of, verdict: before, share: after })),
    reading.kind === 'class' && isShare ? 1 : undefined,
    resampling,
  )
  const { verdict: before, share: after, difference: gain } = ranking
  return { before, after, gain, ...(squaredError && { squaredError: squaredError.difference }) }
}

/** @param one The judge's values before the change; `other` has those after it. */
export const judgedTwice = (rows: readonly LabelledPlace[], one: Values, other: Values): JudgedTwice[] =>
  rows.flatMap(({ row: { id, group }, label: { target } }) => {
    const before = one.get(id)?.value
    const after = other.get(id)?.value
    return before === undefined || after === undefined ? [] : [{ label: target, before, after, group }]
  })

/** Returns the figure to measure, chosen by the labels of all rows, so that it is the same in each part. */
export const chooseFigure = ({ rows }: ImproveMaterial) =>
  rankingFor(rows.map(({ label }) => ({ label: label.target }))).figure
