import type { ScoreSummary } from '../evaluation/comparison/score-summary.ts'
import type { EvaluationRun, ScorerRecord } from '../run/record.ts'
import { compact } from '../shared/compact.ts'
import { formatCount, formatQuantity } from './format-numbers.ts'
import type { ReportMaterial, ScorerMaterial } from './run/material.ts'

/** Names an error and gives its message. A name that says nothing more, or is only a code, is left out. */
export const errorText = ({ name, message }: { readonly name: string; readonly message: string }) =>
  /^(?:Error|JudgeError|[A-Z_]+)$/.test(name) ? message : `${name}: ${message}`

export function summaryNotes(scorers: readonly ScorerMaterial[]): { names: string[]; note: string }[] {
  const notes = new Map<string, string[]>()
  for (const { scorer, summary } of scorers) {
    if (summary.note !== undefined) notes.set(summary.note, [...(notes.get(summary.note) ?? []), scorer.name])
  }
  return [...notes].map(([note, names]) => ({ names, note }))
}

const endings = {
  budget: 'its budget was used up',
  cancelled: 'it was cancelled',
  decided: 'the comparison was decided',
} as const

export function incompleteSentence(
  { run: { header, items, end }, isUnderWay }: Pick<ReportMaterial, 'run' | 'isUnderWay'>,
  subject = 'This run',
): string | undefined {
  if (end?.status === 'complete') return undefined
  const expected = header.dataset.items * header.repeats
  const extent = `${formatCount(items.length)} of ${formatQuantity(expected, 'answer')}`
  if (end === undefined) {
    const state =
      isUnderWay === undefined
        ? 'has not ended: it was interrupted, or is under way. It'
        : isUnderWay
          ? 'is under way: so far it'
          : 'was interrupted: it'
    return `${subject} ${state} holds ${extent}.`
  }
  const why = endings[end.status]
  return `${subject} stopped early because ${why}${end.reason === undefined ? '' : ` (${end.reason})`}: it holds ${extent}.`
}

/**
 * Returns what to know before the numbers: parts of judges that were missing, scorers that only one of two runs has, and
 * how the runs and their own gates ended.
 */
export function listNotices(material: ReportMaterial): string[] {
  const { run, summaries, baseline, gates } = material
  const own = gates === undefined ? run.outcome?.result : 'passed'
  const before = baseline?.outcome?.result
  return compact([
    ...judgeNotices(run),
    ...lostSharesNotices(run, summaries),
    ...groupNotices(material),
    ...(baseline === undefined ? [] : unsharedScorers(baseline, run)),
    own !== undefined &&
      own !== 'passed' &&
      `This run did not pass its own gates (${own}), which are not checked again here.`,
    baseline !== undefined && incompleteSentence({ run: baseline }, 'The baseline'),
    before !== undefined &&
      before !== 'passed' &&
      `The baseline is a run that did not pass its own gates (${before}).`,
  ])
}

/** Says by how many groups intervals go, if some items belong together; names scorers that scored other items. */
function groupNotices({ run, summaries }: Pick<ReportMaterial, 'run' | 'summaries'>): string[] {
  const names = new Map(run.header.scorers.map(({ id, name }) => [id, name]))
  const grouped = Map.groupBy(
    summaries.filter(({ items, clusters }) => clusters < items),
    ({ items, clusters }) => `${formatQuantity(items, 'item')} in ${formatQuantity(clusters, 'group')}`,
  )
  if (grouped.size === 0) return []
  const counts = [...grouped].map(([count, of]) =>
    grouped.size === 1 ? count : `${count} (${of.map(({ scorerId }) => names.get(scorerId)).join(', ')})`,
  )
  return [`Items of one group count as one observation: ${counts.join('; ')}.`]
}

/** Says which scorers cannot be compared, because only one of the two runs has them. */
function unsharedScorers(baseline: EvaluationRun, run: EvaluationRun): string[] {
  const onlyIn = (one: EvaluationRun, other: EvaluationRun) =>
    one.header.scorers.filter(({ id }) => other.header.scorers.every((scorer) => scorer.id !== id))
  const name = (scorers: readonly ScorerRecord[]) => scorers.map(({ name }) => name).join(', ')
  const gone = onlyIn(baseline, run)
  const added = onlyIn(run, baseline)
  return [
    ...(gone.length === 0 ? [] : [`Not compared, because only the baseline has it: ${name(gone)}.`]),
    ...(added.length === 0 ? [] : [`Not compared, because the baseline does not have it: ${name(added)}.`]),
  ]
}

/** Returns notices about judges, for example that a part of one is missing. */
export const judgeNotices = ({ header: { scorers } }: Pick<EvaluationRun, 'header'>): string[] => [
  ...new Set(scorers.flatMap(({ notice }) => notice ?? [])),
]

/** Says of each mean how many of its answers are read in another way than the others. */
export const lostSharesNotices = (
  { header }: Pick<EvaluationRun, 'header'>,
  summaries: readonly ScoreSummary[],
): string[] =>
  summaries.flatMap(({ scorerId, scored, lostShares }) => {
    if (lostShares === undefined) return []
    const name = header.scorers.find(({ id }) => id === scorerId)?.name ?? scorerId
    return `${name}: ${formatCount(lostShares)} of ${formatQuantity(scored, 'answer')} count by verdict, because the judge gave no usable share for them.`
  })
