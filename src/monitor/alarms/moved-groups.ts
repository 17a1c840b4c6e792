import { normalQuantile } from '../../statistics/distributions.ts'
import type { ScoreRow } from '../source/score-row.ts'
import type { ScoreRows } from '../source/score-rows.ts'
import { fieldOf } from '../streams/fields.ts'
import type { Stream, StreamKey } from '../streams/stream.ts'
import { nameOf } from '../streams/streams.ts'
import type { MovedGroup } from './events.ts'

/** Scores that are looked at, of each side of the change. */
const most = 2000
/** Fewer scores on one side say nothing. */
const fewest = 5
const mostTold = 10
/** Looked at beside the fields of the streams. */
const always = ['agent', 'version', 'environment']

/**
 * Which groups a change is in: means of their scores before and after, for each value of each field, of up to 2,000
 * scores on each side. It is a look at data that was chosen by how it came out, and is given as what to look at first.
 *
 * @param since When the change was, ISO 8601.
 * @param until Scores before that are looked at: those behind an alarm may be good again.
 */
export async function movedGroups(
  rows: ScoreRows,
  stream: Stream,
  {
    since,
    until,
    by,
    keysOf,
  }: { since: string; until: string; by: readonly string[]; keysOf: (row: ScoreRow) => StreamKey[] },
): Promise<MovedGroup[]> {
  const { scorerId, of, field: own } = stream.key
  if (of === 'failures') return []
  const name = nameOf(stream.key)
  const isOwn = (row: ScoreRow) => own === undefined || keysOf(row).some((key) => nameOf(key) === name)
  const which = { scale: stream.options.watch.high, order: 'last', limit: most } as const
  const [before, after] = [
    (await rows.some(scorerId, { ...which, until: since })).filter(isOwn),
    (await rows.some(scorerId, { ...which, since, until })).filter(isOwn),
  ]
  const fields = [...new Set([...by, ...always])].filter((field) => field !== own)
  const everything = before.map(({ score }) => score)
  const groups = fields.flatMap((field) => {
    const [earlier, later] = [byValue(before, field), byValue(after, field)]
    return [...later].flatMap(([value, scores]) => {
      const own = earlier.get(value) ?? []
      // What was not there before is held against all that was.
      const isNew = own.length < fewest
      const old = isNew ? everything : own
      return scores.length < fewest || old.length < fewest ? [] : { field, value, isNew, old, scores }
    })
  })
  const critical = groups.length === 0 ? 0 : normalQuantile(1 - 0.025 / groups.length)
  return groups
    .map(({ field, value, isNew, old, scores }) => {
      const [one, other] = [momentsOf(old), momentsOf(scores)]
      const difference = other.mean - one.mean
      const error = Math.sqrt(one.variance / old.length + other.variance / scores.length)
      return {
        ...{ field, value, difference },
        before: isNew ? undefined : { mean: one.mean, scores: old.length },
        after: { mean: other.mean, scores: scores.length },
        moved: Math.abs(difference) > critical * error && difference !== 0,
        part: Math.abs(difference) * scores.length,
      }
    })
    .sort((one, other) => Number(other.moved) - Number(one.moved) || other.part - one.part)
    .slice(0, mostTold)
    .map(({ part: _, ...group }) => group)
}

function byValue(rows: readonly ScoreRow[], field: string): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const row of rows) {
    const value = fieldOf(row, field)
    if (value === undefined) continue
    const group = groups.get(value)
    if (group) group.push(row.score)
    else groups.set(value, [row.score])
  }
  return groups
}

function momentsOf(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, variance: squares / (values.length - 1) }
}
