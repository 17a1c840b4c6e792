import type { ScoreComparison } from '../evaluation/comparison/score-comparison.ts'
import { differencesText } from '../evaluation/comparison/scorer-differences.ts'
import { isChosenByScore } from '../run/selection.ts'
import { capitalised } from '../shared/capitalised.ts'
import { compact } from '../shared/compact.ts'
import { estimateText } from './estimates.ts'
import {
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatQuantity,
  formatScore,
} from './format-numbers.ts'
import { runName } from './names.ts'
import { comparedItems } from './run/compared-items.ts'
import type { ReportMaterial } from './run/material.ts'

export const verdictWord = {
  better: 'better',
  worse: 'worse',
  same: 'unchanged',
  'cannot tell': 'cannot tell',
} as const

export const comparisonSentence = (comparison: ScoreComparison, scale?: number) => {
  const grounds = comparisonGrounds(comparison, scale)
  const { verdict, measure } = comparison
  if (verdict === 'same' || measure !== undefined) return grounds
  return `${capitalised(verdictWord[verdict])}: ${grounds.charAt(0).toLowerCase()}${grounds.slice(1)}`
}

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
  const left = compact([
    unpaired > 0 && `${formatQuantity(unpaired, 'item')} with a score in one run only`,
    readOtherwise > 0 &&
      `${formatQuantity(readOtherwise, 'item')} counted by verdict in one run only, because the judge gave no usable share`,
  ])
  return left.length === 0 ? '' : ` Left out: ${left.join('; ')}.${turnedText(comparison, scale)}`
}

/** Says so if the worst scores for missing ones would change what was found. */
export function turnedText(comparison: ScoreComparison, scale?: number): string {
  const { differenceIfWorst: ifWorst, measure } = comparison
  if (measure !== undefined || ifWorst === undefined || !changesResult(comparison, ifWorst)) return ''
  return ` With the worst score where one is missing, the difference would be ${formatDifference(ifWorst, scale)}.`
}

/** Of what may be chance the sign means nothing: such a result changes beyond its interval. */
function changesResult({ verdict, difference = 0, interval }: ScoreComparison, ifWorst: number): boolean {
  if (verdict === 'cannot tell' && interval !== undefined)
    return ifWorst < interval.low || ifWorst > interval.high
  return difference === 0 ? ifWorst !== 0 : ifWorst * Math.sign(difference) <= 0
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

export function detectableSentence(pairs: number, difference: number, scale?: number): string {
  const items = formatQuantity(pairs, 'item')
  return scale !== undefined && difference > scale
    ? `${items} with so much spread are too few to show even the largest difference in 4 of 5 comparisons.`
    : `A true difference of ${formatScore(difference, scale)} shows in about 4 of 5 comparisons of ${items}.`
}

/** Says which runs are before and after. */
export function comparedRuns({ run, baseline }: ReportMaterial): string | undefined {
  if (baseline === undefined) return undefined
  // Scores that fell by chance rise by chance.
  const chance = isChosenByScore(run.header.selection)
    ? ' The items were chosen by their earlier scores: some score better now by chance alone, so the difference does not measure the change.'
    : ''
  return `Before: ${runName(baseline)}. After: ${runName(run)}.${chance}`
}

/** Says which items were compared, unless it is all of them. */
export function comparedExtent({ run, baseline, comparisons = [] }: ReportMaterial): string | undefined {
  if (baseline === undefined || comparisons.some(({ sequential }) => sequential?.stoppedEarly))
    return undefined
  const { common, added, removed, changed } = comparedItems(baseline, run).counts
  const others = [
    [added, 'only after'],
    [removed, 'only before'],
    [changed, 'changed'],
  ] as const
  const named = others.flatMap(([count, what]) => (count === 0 ? [] : [`${formatCount(count)} ${what}`]))
  return named.length === 0
    ? undefined
    : `Compared over ${formatQuantity(common, 'item')} that both asked; left out: ${named.join(', ')}.`
}
