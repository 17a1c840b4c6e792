import type { ScoreComparison } from '../evaluation/comparison/score-comparison.ts'
import type { ScoreSummary } from '../evaluation/comparison/score-summary.ts'
import { failureCauses, groupNotScorable } from '../report/run/unscored.ts'
import { worstAnswers } from '../report/run/worst-answers.ts'
import { shorten, shortenReason, terminalText } from '../report/safe-text.ts'
import { formatValue } from '../run/format-value.ts'
import type { EvaluationRun, ScorerRecord } from '../run/record.ts'
import { formatNumber } from '../shared/format-number.ts'

const shown = 3
const longestQuestion = 160
const longestReason = 400

/** Third-party text must not control the terminal that shows the message. */
const oneLine = (text: string, length: number) => shorten(terminalText(text), length)

/** Lists the first few entries below a title, indented; nothing without entries. */
function list<Entry>(title: string, entries: readonly Entry[], lines: (entry: Entry) => string[]): string[] {
  if (entries.length === 0) return []
  return [title, ...entries.slice(0, shown).flatMap((entry) => lines(entry).map((line) => `  ${line}`))]
}

export function describeSummary({ scored, notScorable, failed }: ScoreSummary): string {
  return `Of ${scored + notScorable + failed} answers, ${scored} were scored, ${notScorable} not scorable, ${failed} failed.`
}

/** Returns the most frequent reasons why answers were not scorable, for one scorer. */
export function notScorableLines(run: EvaluationRun, { id }: ScorerRecord): string[] {
  const groups = groupNotScorable(run).filter(({ scorerId }) => scorerId === id)
  return list('Most frequent reasons for not scorable:', groups, ({ reason, count, itemId }) => [
    `${count} × ${oneLine(reason, longestReason)} (first: ${oneLine(itemId, 80)})`,
  ])
}

/** Returns the worst answers of one scorer, each with its question and the scorer's reason. */
export function worstLines(run: EvaluationRun, scorer: ScorerRecord): string[] {
  return list('Worst answers:', worstAnswers(run, scorer, shown), ({ item, score, reason }) => {
    const repeat = run.header.repeats > 1 ? `, repeat ${item.repeat}` : ''
    return [
      `${formatNumber(score)}  ${oneLine(item.itemId, 80)}${repeat}: ${oneLine(formatValue(item.input), longestQuestion)}`,
      `     ${shortenReason(terminalText(reason ?? 'The scorer gave no reason.'))}`,
    ]
  })
}

export function lossLines({ scorerId, moved, lowerIsBetter }: ScoreComparison): string[] {
  const lost = moved.filter(({ difference }) => (lowerIsBetter ? difference > 0 : difference < 0))
  return list(`Lost most by ${scorerId}:`, lost, ({ itemId, before, after }) => [
    `${oneLine(itemId, 80)}: ${formatNumber(before)} before, ${formatNumber(after)} now`,
  ])
}

export function failureLines(run: EvaluationRun): string[] {
  return list('Most frequent errors:', failureCauses(run), ({ where, why, count, itemId }) => [
    `${count} × ${where}: ${oneLine(why, longestReason)} (first: ${oneLine(itemId, 80)})`,
  ])
}
