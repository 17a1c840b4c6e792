import type { EvaluationRun } from '../evaluation/record.ts'
import type { ScoreComparison } from '../evaluation/statistics/types.ts'
import { formatDifference, formatDifferenceInterval, formatNumberOf, formatScore } from './format.ts'

const verdictWord = { better: 'Better', worse: 'Worse', 'cannot tell': 'Cannot tell' } as const

/** The verdict of a comparison as a sentence, with what it rests on. */
export function comparisonSentence(comparison: ScoreComparison, scale?: number): string {
  const { verdict, pairs, difference, interval, detectableDifference, lowerIsBetter } = comparison
  const word = verdictWord[verdict]
  if (pairs === 0) return `${word}: no item was scored in both runs.`
  if (difference === undefined || interval === undefined) {
    return `${word}: ${formatNumberOf(pairs, 'item')} scored in both runs, too few for an interval.`
  }
  const range = `the difference is ${formatDifference(difference, scale)} and lies within ${formatDifferenceInterval(interval, scale)}`
  const direction = lowerIsBetter ? ' (lower is better)' : ''
  const shown =
    detectableDifference === undefined
      ? ''
      : ` These ${formatNumberOf(pairs, 'item')} would have shown a difference of ${formatScore(detectableDifference, scale)}.`
  return `${word}: ${range}${direction}.${verdict === 'cannot tell' ? shown : ''}`
}

/** How a run ended, where that was not at its end. */
export function incompleteSentence({ header, items, end }: EvaluationRun): string | undefined {
  if (end?.status === 'complete') return undefined
  const expected = header.dataset.items * header.repeats
  const extent = `${formatNumberOf(items.length, 'answer')} of ${formatNumberOf(expected, 'answer')}`
  if (end === undefined) return `This run was interrupted: it holds ${extent}.`
  const why = end.status === 'budget' ? 'its budget was used up' : 'it was cancelled'
  return `This run stopped early because ${why}${end.reason === undefined ? '' : ` (${end.reason})`}: it holds ${extent}.`
}
