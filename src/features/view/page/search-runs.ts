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
  const { branch = '' } = entry.header
  // A run that no quality gate examined passed those that it had.
  const result = entry.outcome === 'unchecked' ? 'passed' : ''
  return [
    ...[file, ...names, ...marks, result, evaluationName(entry), branch, ...facts(entry), ...entry.flaws],
    ...[toTime(startedAt), dayInWords(startedAt)],
    ...[name, variant, target.id, target.model, dataset.name, ...scorers.map((scorer) => scorer.name)],
  ].join('\n')
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** '25 November 2026'; empty for what is no time, as a file may hold anything. */
const dayInWords = (iso: string) => (Number.isNaN(Date.parse(iso)) ? '' : days.format(new Date(iso)))

const word = /\d{1,2}\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|\S+/g

/** Returns the words of a search. A day and its month are one: '5 Nov' is neither the 25th nor any time with a 5. */
const toWords = (search: string): string[] =>
  (search.toLowerCase().match(word) ?? []).map((one) => {
    const [day, month] = one.split(/\s+/)
    return month === undefined ? one : `\n${Number(day)} ${month}`
  })

export function searchRuns(runs: readonly ListedRun[], search = ''): readonly ListedRun[] {
  const words = toWords(search)
  if (words.length === 0) return runs
  return runs.filter((run) => {
    const text = searchedText(run).toLowerCase()
    return words.every((word) => text.includes(word) || word.endsWith(`/${run.file.toLowerCase()}`))
  })
}
