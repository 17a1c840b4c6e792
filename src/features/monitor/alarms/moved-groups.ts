import { studentQuantile } from '../../../statistics/distributions.ts'
import { computeMean } from '../../../statistics/mean.ts'
import type { ScoreRow } from '../source/score-row.ts'
import type { ScoreRows } from '../source/score-rows.ts'
import { isOfStream, readField } from '../streams/group-fields.ts'
import type { Stream } from '../streams/stream.ts'
import { identifyObservers } from '../streams/users.ts'
import { type MixChange, mixChange } from './mix-change.ts'
import type { AlarmEvent } from './monitor-event.ts'

/** The most scores read on each side of the change. */
const most = 2000
/** Fewer per side prove nothing: with ten, skewed 0/1 scores named a group in up to 12 % of false alarms. */
const fewest = 20
const mostTold = 10
/** Together below 1 in 20, by simulation. */
const chanceBesideOthers = 0.035
const ownChance = 0.01
/** Compared in addition to the fields of the streams. */
const always = ['agent', 'version', 'environment']

/**
 * Finds the groups that a change is in: the mean scores before and after for each value of each field, from up to 2,000
 * scores on each side, and whether the question mix has changed.
 *
 * @param since Time of the change, ISO 8601.
 * @param until Only scores before this time are read: those after an alarm may be good again.
 */
export async function movedGroups(
  rows: ScoreRows,
  stream: Stream,
  { by, ...times }: { since: string; until: string; by: readonly string[] },
): Promise<{ readonly groups: AlarmEvent['groups']; readonly mix?: MixChange }> {
  const { of, field: own } = stream.key
  if (of !== 'scores') return { groups: [] }
  const before = await latestRows(rows, stream, { until: times.since })
  const after = await latestRows(rows, stream, times)
  const { threshold, options } = stream.watch.detector
  const fields = [...new Set([...by, ...always])].filter((field) => field !== own)
  const mix = mixChange(before, after, { fields, allowed: options.allowed })
  const groups = groupMoves(before, after, { fields, direction: options.direction, threshold })
  return { groups, ...(mix === undefined ? {} : { mix }) }
}

/** Returns the last 2,000 scores of a stream within a time range, in order. */
export async function latestRows(
  rows: ScoreRows,
  { key, options }: Stream,
  times: { since?: string; until: string },
): Promise<ScoreRow[]> {
  const which = { ...times, scale: options.watch.high, order: 'last', limit: most } as const
  return (await rows.some(key.scorerId, which)).filter((row) => isOfStream(row, key)).reverse()
}

/**
 * Returns the values of each field: first those that moved, then those with the most weight.
 *
 * Scores of one user or thread are correlated: their mean is one observation, on the side of its first score.
 * The moment of the change was picked by these very scores, so all groups look worse than they are. A group
 * moved if that bias surely does not explain all of it:
 *
 * - It changed more than all others did; picking a moment has no effect on that.
 * - Or it changed by more than chance would produce in as many observations as contain one false alarm.
 *
 * Each test covers all groups together. It is Student's test with one variance for both sides of a group,
 * since a group that did not move has the same scores on both.
 */
export function groupMoves(
  before: readonly ScoreRow[],
  after: readonly ScoreRow[],
  looked: {
    readonly fields: readonly string[]
    readonly direction: 'drop' | 'rise'
    /** There is at most one false alarm in this many observations. */
    readonly threshold: number
  },
): AlarmEvent['groups'] {
  const { fields, direction, threshold } = looked
  const observer = identifyObservers([...before, ...after])
  const begun = new Set(before.map(observer))
  const since = after.filter((row) => !begun.has(observer(row)))
  const measureChange = changeBy(observer)
  const groups = fields.flatMap((field) => {
    const values = new Set(since.map((row) => readField(row, field)))
    values.delete(undefined)
    return [...(values as Set<string>)].flatMap((value) => {
      const isOwn = (row: ScoreRow) => readField(row, field) === value
      const own = before.filter(isOwn)
      const isNew = own.length === 0
      // New values are compared with all earlier scores.
      const change = measureChange(isNew ? before : own, since.filter(isOwn))
      if (!change) return []
      const isOther = (row: ScoreRow) => !isOwn(row)
      return {
        field,
        value,
        isNew,
        change,
        others: measureChange(before.filter(isOther), since.filter(isOther)),
      }
    })
  })
  const sign = direction === 'drop' ? -1 : 1
  return groups
    .map(({ field, value, isNew, change, others }) => ({
      field,
      value,
      difference: change.difference,
      before: isNew ? undefined : { mean: change.old.mean, scores: change.old.scores },
      after: { mean: change.now.mean, scores: change.now.scores },
      moved:
        isBeyond(sign * change.difference, [change], ownChance / threshold / groups.length) ||
        (others !== undefined &&
          isBeyond(
            sign * (change.difference - others.difference),
            [change, others],
            chanceBesideOthers / groups.length,
          )),
      part: Math.abs(change.difference) * change.now.count,
    }))
    .sort((one, other) => Number(other.moved) - Number(one.moved) || other.part - one.part)
    .slice(0, mostTold)
    .map(({ part: _, ...group }) => group)
}

/** Returns undefined if there are too few observations. */
const changeBy =
  (observer: ReturnType<typeof identifyObservers>) =>
  (before: readonly ScoreRow[], since: readonly ScoreRow[]) => {
    const old = summariseSide(before, observer)
    const now = summariseSide(since, observer)
    if (old.count < fewest || now.count < fewest) return undefined
    const freedom = old.count + now.count - 2
    const variance = ((old.squares + now.squares) / freedom) * (1 / old.count + 1 / now.count)
    return { old, now, difference: now.mean - old.mean, variance, freedom }
  }

/** Uses Satterthwaite's degrees of freedom for the error of several changes. */
function isBeyond(
  difference: number,
  changes: readonly NonNullable<ReturnType<ReturnType<typeof changeBy>>>[],
  chance: number,
): boolean {
  const variance = changes.reduce((sum, of) => sum + of.variance, 0)
  if (variance === 0) return difference > 0
  const freedom = variance ** 2 / changes.reduce((sum, of) => sum + of.variance ** 2 / of.freedom, 0)
  return difference > studentQuantile(1 - chance, freedom) * Math.sqrt(variance)
}

/** Returns the mean of the means of users or threads, and their squared distances from it. */
function summariseSide(rows: readonly ScoreRow[], observer: ReturnType<typeof identifyObservers>) {
  const threads = Array.from(Map.groupBy(rows, observer).values(), (thread) =>
    computeMean(thread.map(readScore)),
  )
  const mean = computeMean(threads)
  const squares = threads.reduce((sum, of) => sum + (of - mean) ** 2, 0)
  return { mean, squares, count: threads.length, scores: rows.length }
}

const readScore = ({ score }: ScoreRow) => score
