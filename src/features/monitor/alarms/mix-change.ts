import { computeMean } from '../../../statistics/mean.ts'
import type { ScoreRow } from '../source/score-row.ts'
import { readField } from '../streams/group-fields.ts'

/** A change in the question mix that leaves the answers as good as before. */
export interface MixChange {
  readonly field: string
  /** The value whose share of scores changed most. */
  readonly value: string
  /** Its shares, from 0 to 1. */
  readonly before: number
  readonly after: number
}

/** Smaller changes of a share explain nothing. */
const leastChange = 0.1
/** The least part of the change that the mix must explain. Picking the moment exaggerates the rest. */
const explained = 0.4
/** The largest unexplained rest, in standard errors. */
const errors = 3
const fewest = 20
/** An alarm starts with the few worst scores, so the mix covers at least this many scores up to it. */
const shortest = 100

/**
 * Tests whether the mean changed because the shares of the values of a field did. With the old mean of each value,
 * today's shares must explain most of the change, and the rest must be allowed or within chance.
 *
 * @param rowsBefore In order, like `rowsSince`.
 */
export function mixChange(
  rowsBefore: readonly ScoreRow[],
  rowsSince: readonly ScoreRow[],
  { fields, allowed }: { readonly fields: readonly string[]; readonly allowed: number },
): MixChange | undefined {
  const taken = Math.max(0, shortest - rowsSince.length)
  const before = rowsBefore.slice(0, Math.max(0, rowsBefore.length - taken))
  const since = [...rowsBefore.slice(before.length), ...rowsSince]
  if (Math.min(before.length, since.length) < fewest) return undefined
  const scores = (rows: readonly ScoreRow[]) => computeMean(rows.map(({ score }) => score))
  const whole = scores(since) - scores(before)
  for (const field of fields) {
    const valueIn = (row: ScoreRow) => readField(row, field) ?? ''
    const old = Map.groupBy(before, valueIn)
    const now = Map.groupBy(since, valueIn)
    if (old.size < 2) continue
    // New values have no earlier mean.
    if ([...now.keys()].some((value) => (old.get(value)?.length ?? 0) < fewest)) continue
    const shares = [...old].map(([value, rows]) => ({
      value,
      mean: scores(rows),
      before: rows.length / before.length,
      after: (now.get(value)?.length ?? 0) / since.length,
    }))
    const ofMix = shares.reduce((sum, { mean, ...share }) => sum + (share.after - share.before) * mean, 0)
    const isExplained = ofMix * Math.sign(whole) >= explained * Math.abs(whole)
    const [most] = shares.sort((one, other) => moved(other) - moved(one))
    if (most === undefined || moved(most) < leastChange || !isExplained) continue
    if (Math.abs(whole - ofMix) > Math.max(allowed, errors * measureError(before, since))) continue
    return { field, value: most.value, before: most.before, after: most.after }
  }
  return undefined
}

function measureError(...sides: readonly (readonly ScoreRow[])[]): number {
  const variances = sides.map((rows) => {
    const mean = computeMean(rows.map(({ score }) => score))
    return computeMean(rows.map(({ score }) => (score - mean) ** 2)) / rows.length
  })
  return Math.sqrt(variances.reduce((sum, of) => sum + of, 0))
}

const moved = ({ before, after }: { before: number; after: number }) => Math.abs(after - before)
