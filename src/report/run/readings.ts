import type { ReadingMeans } from '../../evaluation/comparison/types.ts'
import type { ReadingFigure, ReadingsBesidePeople } from '../../statistics/compare-readings.ts'
import type { Estimate } from '../../statistics/estimate.ts'
import { estimateText } from '../estimates.ts'
import { formatDifference, formatDifferenceInterval, formatNumberOf, formatScore } from '../format.ts'
import type { ScorerMaterial } from './material.ts'

/** 'By verdict 0.604 (the score), by share 0.504, over 260 answers.' */
function readingMeansSentence({ answers, verdict, share, counted }: ReadingMeans, scale?: number): string {
  const mark = (reading: 'verdict' | 'share') => (reading === counted ? ' (the score)' : '')
  return `By verdict ${formatScore(verdict, scale)}${mark('verdict')}, by share ${formatScore(share, scale)}${mark('share')}, over ${formatNumberOf(answers, 'answer')}.`
}

const rankingNames = { areaUnderCurve: 'area under the curve', spearman: 'Spearman’s rho' } as const

/** Which reading agrees better with people, as sentences. */
export function readingsBesidePeople(
  readings: ReadingsBesidePeople,
  counted: 'verdict' | 'share' | undefined,
  scale?: number,
  noun = 'answer',
): string[] {
  const { rows, ranking, squaredError, meanError, better } = readings
  const figures = [
    figureClause(rankingNames[ranking.figure], ranking),
    ...(squaredError === undefined ? [] : [figureClause('mean squared error', squaredError)]),
    ...(meanError === undefined
      ? []
      : [
          `mean score less mean label ${signed(meanError.verdict, scale)} by verdict, ${signed(meanError.share, scale)} by share`,
        ]),
  ]
  const which =
    better === 'cannot tell'
      ? `It is not clear whether the verdict or the share agrees better with the labels, from ${formatNumberOf(rows, noun)}`
      : `The ${better} agrees better with the labels, over ${formatNumberOf(rows, noun)}`
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

const signed = (estimate: Estimate, scale?: number) =>
  'undefinedBecause' in estimate ? 'none' : estimateText(estimate, formatDifference, scale)

/** The name of each scorer that has both readings, and what is known of them. */
export const readingLines = (scorers: readonly ScorerMaterial[]) =>
  scorers.flatMap(({ scorer, summary, people }) => {
    if (summary.readings === undefined) return []
    const besidePeople =
      people?.readings === undefined
        ? []
        : readingsBesidePeople(people.readings, summary.readings.counted, scorer.scale)
    return [
      {
        name: scorer.name,
        sentences: [readingMeansSentence(summary.readings, scorer.scale), ...besidePeople],
      },
    ]
  })
