import { toTime } from '../../../shared/to-time.ts'
import { evaluationName } from '../runs/history.ts'
import type { ListedRun } from '../runs/listed-run.ts'
import { facts } from './run-rows.ts'
import { toMarks } from './run-state.ts'

/** Returns what the row of a run shows, and what its names are made of; apart from it, what went wrong. */
function searchedTexts(run: ListedRun): { readonly known: string; readonly wrong: string } {
  const { file, names, entry } = run
  const known = [file, ...names, ...toMarks(run).map(([, text]) => text)]
  if (entry.kind === 'damaged') return { known: toText(known), wrong: toText([entry.problem]) }
  const { name, variant, target, dataset, startedAt, scorers } = entry.header
  const { branch = '' } = entry.header
  return {
    known: toText([
      ...[...known, evaluationName(entry), branch, ...facts(entry), toTime(startedAt), dayInWords(startedAt)],
      ...[name, variant, target.id, target.model, dataset.name, ...scorers.map((scorer) => scorer.name)],
    ]),
    wrong: toText(entry.flaws),
  }
}

const toText = (lines: readonly (string | undefined)[]) => lines.join('\n').toLowerCase()

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
    const { known, wrong } = searchedTexts(run)
    // As a row says it, such as '2 of 12 conversations failed'.
    if (words.length > 1 && wrong.includes(search.trim().toLowerCase())) return true
    return words.every((word) => {
      // The words of outcomes: a run of which some answers failed has not failed.
      const text = word === 'failed' || word === 'passed' ? known : `${known}\n${wrong}`
      return text.includes(word) || word.endsWith(`/${run.file.toLowerCase()}`)
    })
  })
}
