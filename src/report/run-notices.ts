import type { EvaluationRun } from '../run/record.ts'
import { formatCount, formatQuantity } from './format-numbers.ts'
import type { ScorerMaterial } from './run/material.ts'

/** Names an error and gives its message. A name that says nothing more, or is only a code, is left out. */
export const errorText = ({ name, message }: { readonly name: string; readonly message: string }) =>
  /^(?:Error|JudgeError|[A-Z_]+)$/.test(name) ? message : `${name}: ${message}`

/** Returns notes on the means, each with the names of its scorers. */
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

/** Says how a run ended if it did not complete. */
export function incompleteSentence({ header, items, end }: EvaluationRun): string | undefined {
  if (end?.status === 'complete') return undefined
  const expected = header.dataset.items * header.repeats
  const extent = `${formatCount(items.length)} of ${formatQuantity(expected, 'answer')}`
  if (end === undefined)
    return `This run has not ended: it was interrupted, or is under way. It holds ${extent}.`
  const why = endings[end.status]
  return `This run stopped early because ${why}${end.reason === undefined ? '' : ` (${end.reason})`}: it holds ${extent}.`
}

/** Returns notices about judges, for example that a part of one is missing. */
export const listNotices = ({ header: { scorers } }: EvaluationRun): string[] => [
  ...new Set(scorers.flatMap(({ notice }) => notice ?? [])),
]
