import { meanOf } from '../../../statistics/mean.ts'
import type { ScoreRow } from '../source/score-row.ts'
import { fieldOf } from '../streams/fields.ts'

/** What is asked has changed, and not how it is answered. */
export interface MixChange {
  readonly field: string
  /** The value whose share of scores changed most. */
  readonly value: string
  /** Its shares, 0 to 1. */
  readonly before: number
  readonly after: number
}

/** A smaller change of a share explains nothing. */
const leastChange = 0.1
/** The least part of the whole change: the moment was chosen by how scores came out, which is no part of the mix. */
const explained = 0.4
/** What is left may be so many standard errors. */
const errors = 3
const fewest = 20
/** The worst few scores are what an alarm begins with: what is asked is looked at over so many, up to the alarm. */
const shortest = 100

/**
 * Whether the mean changed because the shares of the values of a field did: at their means of before, today's shares make
 * most of the change, and within the values what is left is allowed, or no more than chance.
 *
 * @param rowsBefore In order, as those since.
 * @param allowed How far the mean may move.
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
  const scores = (rows: readonly ScoreRow[]) => meanOf(rows.map(({ score }) => score))
  const whole = scores(since) - scores(before)
  for (const field of fields) {
    const [old, now] = [before, since].map((rows) => Map.groupBy(rows, (row) => fieldOf(row, field) ?? ''))
    if (old === undefined || now === undefined || old.size < 2) continue
    // What was not there before has no mean of before.
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
    if (Math.abs(whole - ofMix) > Math.max(allowed, errors * errorOf(before, since))) continue
    return { field, value: most.value, before: most.before, after: most.after }
  }
  return undefined
}

/** The standard error of the difference of both means. */
function errorOf(...sides: readonly (readonly ScoreRow[])[]): number {
  const variances = sides.map((rows) => {
    const mean = meanOf(rows.map(({ score }) => score))
    return meanOf(rows.map(({ score }) => (score - mean) ** 2)) / rows.length
  })
  return Math.sqrt(variances.reduce((sum, of) => sum + of, 0))
}

const moved = ({ before, after }: { before: number; after: number }) => Math.abs(after - before)
