import type { RunSummary } from './run-summary.ts'
import type { Entry } from './summary-cache.ts'

export interface ListedRun {
  /** Its name in the folder. */
  readonly file: string
  readonly entry: Exclude<Entry, { readonly kind: 'other' }>
  readonly isUnderWay: boolean
  /** What people call it. */
  readonly names: readonly string[]
}

/** A run that cannot be read comes first, since somebody has to look at it. Variants begin together: they go by file. */
export const newestFirst = (runs: readonly ListedRun[]): ListedRun[] =>
  runs.toSorted(
    (one, other) => compareTexts(startedAt(other), startedAt(one)) || compareTexts(one.file, other.file),
  )

const compareTexts = (one: string, other: string) => Number(one > other) - Number(one < other)

const startedAt = ({ entry }: ListedRun) => (entry.kind === 'run' ? entry.header.startedAt : '~')

export interface ReadableRun extends ListedRun {
  readonly entry: RunSummary
}

export const readable = (runs: readonly ListedRun[]): ReadableRun[] =>
  runs.flatMap((run) => (run.entry.kind === 'run' ? [{ ...run, entry: run.entry }] : []))
