import { estimateText } from '../../../report/estimates.ts'
import {
  formatDifference,
  formatDifferenceInterval,
  formatQuantity,
  formatScore,
} from '../../../report/format-numbers.ts'
import { compact } from '../../../shared/compact.ts'
import type { ReadingFigure, ReadingsBesidePeople } from '../../../statistics/compare-readings.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import { rankingNames } from './figure-words.ts'

/** Says in sentences which reading agrees better with people. */
export function readingsBesidePeople(
  readings: ReadingsBesidePeople,
  counted: 'verdict' | 'share' | undefined,
): string[] {
  const { rows, ranking, squaredError, meanError, better } = readings
  const figures = compact([
    figureClause(rankingNames[ranking.figure], ranking),
    squaredError !== undefined && figureClause('mean squared error', squaredError),
    meanError !== undefined &&
      `mean score less mean label ${signed(meanError.verdict)} by verdict, ${signed(meanError.share)} by share`,
  ])
  const which =
    better === 'cannot tell'
      ? `It is not clear whether the verdict or the share agrees better with the labels, from ${formatQuantity(rows, 'row')}`
      : `The ${better} agrees better with the labels, over ${formatQuantity(rows, 'row')}`
  return [
    `${which}: ${figures.join('; ')}.`,
    ...(better === 'cannot tell' || better === counted ? [] : [howToSwitch(better)]),
  ]
}

const howToSwitch = (better: 'verdict' | 'share') =>
  `The option weighting: '${better}' makes the ${better} the score.`

function figureClause(name: string, { verdict, share, difference }: ReadingFigure): string {
  if ('undefinedBecause' in difference) return `no ${name} (${difference.undefinedBecause})`
  const { value, interval } = difference
  const range = interval === undefined ? 'no interval' : formatDifferenceInterval(interval)
  return `${name} ${plain(verdict)} by verdict, ${plain(share)} by share, difference ${formatDifference(value)} (${range})`
}

const plain = (estimate: Estimate) => ('undefinedBecause' in estimate ? 'none' : formatScore(estimate.value))

const signed = (estimate: Estimate) =>
  'undefinedBecause' in estimate ? 'none' : estimateText(estimate, formatDifference)
