import { differencesText } from '../evaluation/comparison/measure-differences.ts'
import type { ScoreComparison } from '../evaluation/comparison/types.ts'
import type { GateOutcome } from '../evaluation/gates/gate.ts'
import type { EvaluationRun, TargetRecord } from '../run/record.ts'
import { isChosenByScore } from '../run/selection.ts'
import { estimateText } from './estimates.ts'
import {
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatQuantity,
  formatScore,
} from './format.ts'
import { comparedItems } from './run/compared-items.ts'
import type { ReportMaterial, ScorerMaterial } from './run/material.ts'

/** The word for each verdict in all reports. */
export const verdictWord = {
  better: 'better',
  worse: 'worse',
  same: 'unchanged',
  'cannot tell': 'cannot tell',
} as const

/** States the verdict of a comparison in a sentence, with its grounds. */
export const comparisonSentence = (comparison: ScoreComparison, scale?: number) => {
  const grounds = comparisonGrounds(comparison, scale)
  const { verdict, measure } = comparison
  if (verdict === 'same' || measure !== undefined) return grounds
  return `${capital(verdictWord[verdict])}: ${grounds.charAt(0).toLowerCase()}${grounds.slice(1)}`
}

/** Names an error and gives its message. A name that says nothing more, or is only a code, is left out. */
export const errorText = ({ name, message }: { readonly name: string; readonly message: string }) =>
  /^(?:Error|JudgeError|[A-Z_]+)$/.test(name) ? message : `${name}: ${message}`

export const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Says that scores depend on different judges, or how much the judges differ if that was requested. */
function judgesSentence({ measure = [], difference, interval }: ScoreComparison, scale?: number): string {
  const cause = differencesText(measure)
  if (difference === undefined) return `Cannot tell: ${cause}.`
  return `The judges differ by ${estimateText({ value: difference, interval }, formatDifference, scale)}: ${cause}.`
}

/** Says what a verdict is based on, and how many items it leaves out. */
export const comparisonGrounds = (comparison: ScoreComparison, scale?: number): string =>
  `${groundsOverPairs(comparison, scale)}${leftOutText(comparison, scale)}`

function leftOutText(comparison: ScoreComparison, scale?: number): string {
  const { unpaired, readOtherwise = 0 } = comparison
  const left = [
    ...(unpaired === 0 ? [] : [`${formatQuantity(unpaired, 'item')} with a score in one run only`]),
    ...(readOtherwise === 0
      ? []
      : [
          `${formatQuantity(readOtherwise, 'item')} counted by verdict in one run only, because the judge gave no usable share`,
        ]),
  ]
  return left.length === 0 ? '' : ` Left out: ${left.join('; ')}.${turnedText(comparison, scale)}`
}

/** Says so if the worst scores for missing ones would reverse the result. */
export function turnedText(
  { difference = 0, differenceIfWorst, measure }: ScoreComparison,
  scale?: number,
): string {
  if (measure !== undefined || difference === 0 || differenceIfWorst === undefined) return ''
  return differenceIfWorst * Math.sign(difference) > 0
    ? ''
    : ` With the worst score where one is missing, the difference would be ${formatDifference(differenceIfWorst, scale)}.`
}

function groundsOverPairs(comparison: ScoreComparison, scale?: number): string {
  const { verdict, pairs, difference, interval, detectableDifference, lowerIsBetter, note } = comparison
  if (comparison.measure !== undefined) return judgesSentence(comparison, scale)
  if (verdict === 'same') return 'Unchanged.'
  if (pairs === 0 || difference === undefined) return note ?? 'No item was scored in both runs.'
  if (interval === undefined) {
    const found = `Over ${formatQuantity(pairs, 'item')} the difference is ${formatDifference(difference, scale)}`
    return note === undefined ? `${found}, without an interval.` : `${found}. ${note}`
  }
  const range = `The difference is ${formatDifference(difference, scale)}; its interval is ${formatDifferenceInterval(interval, scale)}`
  const direction = lowerIsBetter ? ' (lower is better)' : ''
  const shown =
    verdict !== 'cannot tell' || detectableDifference === undefined
      ? ''
      : ` ${detectableSentence(pairs, detectableDifference, scale)}`
  return `${range}${direction}.${shown}${note === undefined ? '' : ` ${note}`}`
}

/** Says which difference a comparison of so many items could have shown. */
export function detectableSentence(pairs: number, difference: number, scale?: number): string {
  const items = formatQuantity(pairs, 'item')
  return scale !== undefined && difference > scale
    ? `${items} with so much spread are too few to show even the largest difference in 4 of 5 comparisons.`
    : `A true difference of ${formatScore(difference, scale)} shows in about 4 of 5 comparisons of ${items}.`
}

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

/** Names a target: 'agent support', or 'recorded answers' if nothing answered anew. */
export const targetName = ({ kind, id }: TargetRecord): string =>
  kind === 'recorded' ? 'recorded answers' : kind === id ? kind : `${kind} ${id}`

/** Names a run by its name, its variant and its start to the second: two runs within a minute must not look alike. */
export const runName = ({ header: { name, variant, startedAt } }: EvaluationRun) =>
  `${variant === undefined ? name : `${name}, ${variant}`} (${startedAt.slice(0, 19).replace('T', ' ')} UTC)`

/** Lists the judges, each once; undefined if runs do not name them. */
export function listJudges({ header: { scorers } }: EvaluationRun): string | undefined {
  const judges = new Set(scorers.flatMap(({ basis }) => basis?.judge ?? []))
  return judges.size === 0 ? undefined : [...judges].join(', ')
}

/** 'Answer Relevancy, judged by embedded' */
export const whoJudged = ({
  scorer,
  judges,
}: {
  readonly scorer: { readonly name: string }
  readonly judges: readonly string[]
}): string => (judges.length === 0 ? scorer.name : `${scorer.name}, judged by ${judges.join(', ')}`)

/** Returns notices about judges, for example that a part of one is missing. */
export const listNotices = ({ header: { scorers } }: EvaluationRun): string[] => [
  ...new Set(scorers.flatMap(({ notice }) => notice ?? [])),
]

/** Says which runs are before and after, and which items are compared unless it is all of them. */
export function comparedRuns({ run, baseline, comparisons = [] }: ReportMaterial): string | undefined {
  if (baseline === undefined) return undefined
  const { common, added, removed, changed } = comparedItems(baseline, run).counts
  const others = [
    [added, 'only after'],
    [removed, 'only before'],
    [changed, 'changed'],
  ] as const
  const named = others.flatMap(([count, what]) => (count === 0 ? [] : [`${formatCount(count)} ${what}`]))
  const extent =
    named.length === 0 || comparisons.some(({ sequential }) => sequential?.stoppedEarly)
      ? ''
      : ` Compared over ${formatQuantity(common, 'item')} that both asked; left out: ${named.join(', ')}.`
  // Scores that fell by chance rise by chance.
  const chance = isChosenByScore(run.header.selection)
    ? ' The items were chosen by their earlier scores: some score better now by chance alone, so the difference does not measure the change.'
    : ''
  return `Before: ${runName(baseline)}. After: ${runName(run)}.${extent}${chance}`
}

/** Names a gate: 'mean: answer-relevancy', or only the gate if it is about the whole run. */
export const gateName = ({ gate, scorerId }: GateOutcome): string =>
  scorerId === undefined ? gate : `${gate}: ${scorerId}`
