import { formatCount, formatQuantity } from '../../../report/format-numbers.ts'
import type { ShelvedRun } from '../runs/run-shelf.ts'
import type { RunSummary } from '../runs/summary.ts'

/** How often a page asks for what is new. */
export const refreshInMs = 3000

/** The parts of the page's address. */
export interface Query {
  /** Words that a run must contain. */
  readonly search?: string
  /** From 1. */
  readonly page?: string
  /** The file of a run to compare with another that is still to be chosen. */
  readonly with?: string
  /** The file of a run to show. */
  readonly report?: string
  /** With `report`: the file of its baseline. */
  readonly baseline?: string
  /** With `with`: the item and repeat of the answer that it is about. */
  readonly item?: string
  readonly repeat?: string
  /** With `report`: the state that the page shows. It then gets its top alone, which tells of another state. */
  readonly seen?: string
}

/** Returns the address of a page. File names may hold anything. */
export const addressTo = (query: Query): string => {
  const parts = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return parts.length === 0 ? '/' : `/?${new URLSearchParams(parts)}`
}

/** Returns the address of a comparison, at the answer that it was asked for. */
export function addressOfComparison(report: string, baseline: string, { item, repeat = '1' }: Query): string {
  const place = item === undefined ? '' : `#item=${encodeURIComponent(item)}&repeat=${repeat}`
  return `${addressTo({ report, baseline })}${place}`
}

/** '2026-01-01 12:00 UTC' */
export const toTime = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`

export type Mark = readonly [level: 'good' | 'bad' | 'partly' | 'neutral', text: string]

const outcomes = {
  passed: ['good', '✓ passed'],
  failed: ['bad', '✗ failed'],
  'cannot tell': ['partly', '? inconclusive'],
  unchecked: ['neutral', 'no quality gate'],
} as const

/** Says how a run ended and whether it passed its gates, worst first. */
export function toMarks({ entry, isUnderWay }: ShelvedRun): Mark[] {
  if (entry.kind === 'damaged') return [['bad', 'cannot be read']]
  const { end, outcome, answers, header } = entry
  const all = header.dataset.items * header.repeats
  const extent = `${formatCount(answers)} of ${formatQuantity(all, 'answer')}`
  if (end === undefined && isUnderWay) return [['neutral', `◔ running: ${extent}`]]
  return [
    ...(outcome === undefined ? [] : [outcomes[outcome]]),
    ...(end === undefined ? [['partly', `interrupted: ${extent}`] as const] : []),
    ...(end?.status === 'budget' ? [['partly', `out of budget: ${extent}`] as const] : []),
    ...(end?.status === 'cancelled' ? [['partly', `cancelled: ${extent}`] as const] : []),
    ...(end?.status === 'decided' ? [['neutral', 'stopped when decided'] as const] : []),
  ]
}

/** Says what is wrong with the answers of a run. */
export const flaws = ({ failed, unmet }: RunSummary): string[] => [
  ...(failed === 0 ? [] : [`${formatCount(failed)} without an answer`]),
  ...(unmet === 0 ? [] : [`expectations failed in ${formatCount(unmet)}`]),
]

/** The text of a run that a search looks in. */
function searchedText(run: ShelvedRun): string {
  const { file, names, entry } = run
  const marks = toMarks(run).map(([, text]) => text)
  if (entry.kind === 'damaged') return [file, ...names, ...marks, entry.problem].join('\n')
  const { name, variant, commit, branch, target, dataset, startedAt, selection, scorers } = entry.header
  return [
    ...[file, ...names, ...marks, name, variant, commit, branch, target.id, target.model, dataset.name],
    ...[toTime(startedAt), selection, ...scorers.map((scorer) => scorer.name)],
  ].join('\n')
}

/** Keeps the runs that have all the words. */
export function searchRuns(runs: readonly ShelvedRun[], search = ''): readonly ShelvedRun[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return runs
  return runs.filter((run) => {
    const text = searchedText(run).toLowerCase()
    return words.every((word) => text.includes(word) || word.endsWith(`/${run.file.toLowerCase()}`))
  })
}
