import { differencesText, measureDifferences } from '../../../evaluation/comparison/measure-differences.ts'
import type { ScorerRecord } from '../../../run/record.ts'
import type { Interval } from '../../../statistics/resampling.ts'
import { readable, type ShelvedRun } from './run-shelf.ts'
import type { RunSummary } from './summary.ts'

/** A run on the line of a scorer. */
export interface HistoryPoint {
  readonly file: string
  readonly startedAt: string
  readonly commit?: string
  readonly outcome?: RunSummary['outcome']
  readonly mean: number
  readonly interval?: Interval
  /** Why it cannot be compared with the point before it: no line leads here. */
  readonly broken?: string
}

/** The means of one scorer over the runs of an evaluation, oldest first. */
export interface History {
  readonly scorer: ScorerRecord
  readonly points: readonly HistoryPoint[]
}

/** The complete runs of an evaluation over all its items. */
export interface EvaluationHistory {
  readonly title: string
  readonly runs: number
  readonly histories: readonly History[]
}

/** Names the evaluation of a run, as `last` tells them apart. */
export const evaluationName = ({ header: { name, variant, dataset } }: RunSummary) =>
  [name, variant ?? [], dataset.name === name ? [] : `over ${dataset.name}`].flat().join(', ')

/** A run of some items, or of old answers, is no point of a history. */
const isPoint = ({ header: { selection, rescored, pairs }, end }: RunSummary) =>
  (end?.status === 'complete' || end?.status === 'decided') &&
  selection === undefined &&
  rescored === undefined &&
  pairs === undefined

/**
 * Gathers the histories of evaluations.
 *
 * @param runs Newest first.
 * @returns The evaluation with the newest run first.
 */
export function gatherHistories(runs: readonly ShelvedRun[]): EvaluationHistory[] {
  const points = readable(runs).filter(({ entry }) => isPoint(entry))
  const evaluations = Map.groupBy(points, ({ entry: { header } }) =>
    JSON.stringify([header.name, header.variant ?? null, header.dataset.name]),
  )
  return [...evaluations.values()].flatMap((newestFirst) => {
    const [newest] = newestFirst
    if (newest === undefined) return []
    const inOrder = newestFirst.toReversed()
    const histories = newest.entry.header.scorers.map((scorer) => gatherHistory(scorer, inOrder))
    return { title: evaluationName(newest.entry), runs: newestFirst.length, histories }
  })
}

function gatherHistory(
  scorer: ScorerRecord,
  runs: readonly { readonly file: string; readonly entry: RunSummary }[],
): History {
  let before: RunSummary | undefined
  const points = runs.flatMap(({ file, entry }): HistoryPoint[] => {
    const { mean, interval } = entry.means.find(({ scorerId }) => scorerId === scorer.id) ?? {}
    if (mean === undefined) return []
    const { startedAt, commit } = entry.header
    const broken = before && whyBroken(before, entry, scorer.id)
    before = entry
    return [{ file, startedAt, commit, outcome: entry.outcome, mean, interval, broken }]
  })
  return { scorer, points }
}

/** Says why the means of two runs do not measure the same; undefined if they do. */
function whyBroken(before: RunSummary, after: RunSummary, scorerId: string): string | undefined {
  const [one, other] = [before, after].map(({ header }) => header.scorers.find(({ id }) => id === scorerId))
  const measure = measureDifferences(
    { header: before.header, items: [] },
    { header: after.header, items: [] },
    scorerId,
  )
  const causes = [
    ...(before.header.dataset.hash === after.header.dataset.hash ? [] : ['the data differ']),
    ...(one?.scale === other?.scale && one?.lowerIsBetter === other?.lowerIsBetter
      ? []
      : ['the scale differs']),
    ...(measure.length === 0 ? [] : [differencesText(measure)]),
  ]
  return causes.length === 0 ? undefined : causes.join('; ')
}
