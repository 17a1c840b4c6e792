import type { ListedRun } from '../runs/watched-runs.ts'
import { toMarks, toTime } from './run-state.ts'

function searchedText(run: ListedRun): string {
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
export function searchRuns(runs: readonly ListedRun[], search = ''): readonly ListedRun[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return runs
  return runs.filter((run) => {
    const text = searchedText(run).toLowerCase()
    return words.every((word) => text.includes(word) || word.endsWith(`/${run.file.toLowerCase()}`))
  })
}
