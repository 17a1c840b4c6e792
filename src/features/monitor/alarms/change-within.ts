import { computeMean } from '../../../statistics/mean.ts'
import type { ScoreRow } from '../source/score-row.ts'
import { readField } from '../streams/group-fields.ts'
import { identifyObservers } from '../streams/users.ts'

/** A change within the values of a field, independent of their shares. */
export interface ChangeWithin {
  /** The mean to expect if only the shares had changed. */
  readonly expected: number
  /** The actual mean less the expected one. */
  readonly difference: number
}

/** In standard errors. Without an allowance, chance exceeds it in less than 1 of 160 looks, else far less. */
const errors = 2.5
/** Values with fewer scores before the change have no usable mean, and fewer users prove nothing. */
const fewest = 20

/** Returns the observations after an alarm at which to look again: 100, 200, 400 …, then every 2,000. */
export const nextLook = (count: number): number => count + Math.min(Math.max(count, 100), 2000)

/**
 * Tests whether scores also changed within the values of a field, surely and by more than is allowed. Scores of one
 * user or thread are correlated, so the standard error is that of sums over users.
 *
 * @param since Only scores that came after the alarm: earlier ones were selected by their values.
 * @returns Undefined if no such change shows.
 */
export function changeWithin(
  before: readonly ScoreRow[],
  since: readonly ScoreRow[],
  { field, allowed, direction }: { field: string; allowed: number; direction: 'drop' | 'rise' },
): ChangeWithin | undefined {
  const valueIn = (row: ScoreRow) => readField(row, field) ?? ''
  const groups = [...Map.groupBy(before, valueIn)].filter(([, rows]) => rows.length >= fewest)
  const means = new Map(groups.map(([value, rows]) => [value, computeMean(rows.map(({ score }) => score))]))
  const usual = (row: ScoreRow) => means.get(valueIn(row)) ?? Number.NaN
  const known = since.filter((row) => means.has(valueIn(row)))
  if (known.length === 0) return undefined
  const expected = computeMean(known.map(usual))
  const difference = computeMean(known.map(({ score }) => score)) - expected
  const now = Map.groupBy(known, valueIn)
  const parts = [
    ...known.map((row) => ({ row, part: (row.score - usual(row) - difference) / known.length })),
    ...groups.flatMap(([value, rows]) => {
      const share = (now.get(value)?.length ?? 0) / known.length
      return rows.map((row) => ({ row, part: (share * (usual(row) - row.score)) / rows.length }))
    }),
  ]
  const observer = identifyObservers([...before, ...since])
  if (new Set(known.map(observer)).size < fewest) return undefined
  const sums = [...Map.groupBy(parts, ({ row }) => observer(row)).values()].map((own) =>
    own.reduce((sum, { part }) => sum + part, 0),
  )
  const error = Math.sqrt(sums.reduce((sum, of) => sum + of ** 2, 0))
  const worse = direction === 'drop' ? -difference : difference
  return worse - errors * error > allowed ? { expected, difference } : undefined
}
