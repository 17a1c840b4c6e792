import { toTime } from '../../../shared/to-time.ts'
import { evaluationName } from '../runs/history.ts'
import type { ListedRun } from '../runs/listed-run.ts'
import { facts } from './run-rows.ts'
import { toMarks } from './run-state.ts'

/** Returns what the row of a run shows, and what its names are made of. */
function searchedText(run: ListedRun): string {
  const { file, names, entry } = run
  const marks = toMarks(run).map(([, text]) => text)
  if (entry.kind === 'damaged') return [file, ...names, ...marks, entry.problem].join('\n')
  const { name, variant, target, dataset, startedAt, scorers } = entry.header
  return [
    ...[file, ...names, ...marks, evaluationName(entry), ...facts(entry), toTime(startedAt)],
    ...[name, variant, target.id, target.model, dataset.name, ...scorers.map((scorer) => scorer.name)],
  ].join('\n')
}

export function searchRuns(runs: readonly ListedRun[], search = ''): readonly ListedRun[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return runs
  return runs.filter((run) => {
    const text = searchedText(run).toLowerCase()
    return words.every((word) => text.includes(word) || word.endsWith(`/${run.file.toLowerCase()}`))
  })
}
