import { differencesText, measureDifferences } from '../../../evaluation/comparison/scorer-differences.ts'
import { formatCount } from '../../../report/format-numbers.ts'
import type { ScorerRecord } from '../../../run/record.ts'
import { compact } from '../../../shared/compact.ts'
import { type ListedRun, readable } from './listed-run.ts'
import type { RunSummary } from './run-summary.ts'

/** The means of one scorer over the runs of an evaluation, oldest first. */
export type History = ReturnType<typeof gatherHistory>

/** Names the evaluation of a run, as `last` tells them apart. */
export const evaluationName = ({ header: { name, variant, dataset } }: RunSummary): string => {
  const place = dataset.path ?? dataset.name
  return `${name}${variant === undefined ? '' : `, ${variant}`}${place === name ? '' : `, over ${place}`}`
}

/** A run of some items, or of old answers, is no point of a history. */
const isPoint = ({ header: { selection, rescored, pairs }, end }: RunSummary) =>
  (end?.status === 'complete' || end?.status === 'decided') &&
  selection === undefined &&
  rescored === undefined &&
  pairs === undefined

/** More would take longer to scroll past than to search for. */
const mostEvaluations = 3
export const mostPoints = 40

/**
 * Gathers the histories of evaluations, the one with the newest run first.
 *
 * @param runs Newest first.
 * @param found The runs that are searched for: only their evaluations are shown, but each with all of its runs, since a
 * line over some of them would say something else.
 * @returns The first few, and the names of the others.
 */
export function gatherHistories(runs: readonly ListedRun[], found: readonly ListedRun[]) {
  const toKey = evaluationKeys(runs)
  const wanted = new Set(found.map(toKey))
  const isWanted = (run: ListedRun) =>
    run.entry.kind === 'run' && isPoint(run.entry) && wanted.has(toKey(run))
  const groups = [...Map.groupBy(runs.filter(isWanted), toKey).values()]
  const several = groups.filter(({ length }) => length > 1)
  const shown = several.slice(0, mostEvaluations).flatMap((group) => {
    const newest = readable(group.slice(0, mostPoints))
    const [first] = newest
    if (first === undefined) return []
    const inOrder = newest.toReversed()
    const histories = first.entry.header.scorers.map((scorer) => gatherHistory(scorer, inOrder))
    return { title: evaluationName(first.entry), runs: group.length, histories }
  })
  const others = several
    .slice(mostEvaluations)
    .flatMap(([run]) => (run?.entry.kind === 'run' ? evaluationName(run.entry) : []))
  return { shown, others }
}

/**
 * Returns a function that tells evaluations apart. Runs of earlier versions do not say where their dataset is: they
 * belong to the file of its name if there is only one.
 */
function evaluationKeys(runs: readonly ListedRun[]) {
  const paths = new Map<string, Set<string>>()
  for (const { entry } of readable(runs)) {
    const { name, path } = entry.header.dataset
    if (path !== undefined) paths.set(name, (paths.get(name) ?? new Set()).add(path))
  }
  return ({ entry }: ListedRun) => {
    if (entry.kind !== 'run') return undefined
    const { name, variant, dataset } = entry.header
    const [path, another] = paths.get(dataset.name) ?? []
    const only = another === undefined ? path : undefined
    return JSON.stringify([name, variant, dataset.name, dataset.path ?? only])
  }
}

function gatherHistory(
  scorer: ScorerRecord,
  runs: readonly { readonly file: string; readonly entry: RunSummary }[],
) {
  let before: RunSummary | undefined
  const points = runs.flatMap(({ file, entry }) => {
    const { mean, interval } = entry.means.find(({ scorerId }) => scorerId === scorer.id) ?? {}
    if (mean === undefined) return []
    const { startedAt, commit } = entry.header
    // No line leads to a mean that cannot be compared with the one before it.
    const broken = before && whyBroken(before, entry, scorer.id)
    before = entry
    return { file, startedAt, commit, outcome: entry.outcome, mean, interval, broken }
  })
  return { scorer, points }
}

/** Means over less of the same items may be of the easy ones: what failed is seldom left to chance. */
const leastShare = 0.9

/** Says why the means of two runs do not measure the same; undefined if they do. */
function whyBroken(before: RunSummary, after: RunSummary, scorerId: string): string | undefined {
  const one = before.header.scorers.find(({ id }) => id === scorerId)
  const other = after.header.scorers.find(({ id }) => id === scorerId)
  const measure = measureDifferences(
    { header: before.header, items: [] },
    { header: after.header, items: [] },
    scorerId,
  )
  const [few, many] = [before, after]
    .map(({ means }) => means.find((mean) => mean.scorerId === scorerId)?.items ?? 0)
    .sort((less, more) => less - more) as [number, number]
  const causes = compact([
    few < leastShare * many &&
      `many items have no score in one of the runs (${formatCount(few)} scored, ${formatCount(many)} in the other)`,
    before.header.dataset.hash !== after.header.dataset.hash && 'the data differ',
    (one?.scale !== other?.scale || one?.lowerIsBetter !== other?.lowerIsBetter) && 'the scale differs',
    measure.length > 0 && differencesText(measure),
  ])
  return causes.length === 0 ? undefined : causes.join('; ')
}
