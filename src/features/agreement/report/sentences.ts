import { estimateText } from '../../../report/estimates.ts'
import { formatQuantity, formatScore, formatShare } from '../../../report/format-numbers.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { Baseline } from '../figures/baselines.ts'
import type { AgreementResult } from '../result.ts'
import { mainFigure } from './figure-words.ts'

/** Says why a figure or interval is missing, or what to know about it. */
export const readNote = (estimate: Estimate) =>
  'undefinedBecause' in estimate ? `none: ${estimate.undefinedBecause}` : estimate.note

const list = (labels: readonly string[]) => labels.map((label) => `“${label}”`).join(', ')

/** Summarises the agreement for readers of a single figure; undefined if there is none. */
export function agreementInShort({
  figures: { agreement, spearman, truePositiveRate: found, trueNegativeRate: rejected },
  scorer,
  reading,
}: AgreementResult): string | undefined {
  // If most rows are good, a scorer that finds no bad one agrees on most rows.
  const others = '; read the rows furthest apart to see who is wrong about the others'
  if (reading.kind === 'class' && found && 'value' in found && rejected && 'value' in rejected)
    return `${scorer.name} finds ${formatShare(found.value)} of the rows that people call ${list(reading.positive)} and ${formatShare(rejected.value)} of those they call ${list(reading.negative)}${agreement && 'value' in agreement ? ` (agreement ${formatShare(agreement.value)})` : ''}${found.value + rejected.value === 2 ? '' : others}.`
  if (agreement !== undefined && 'value' in agreement)
    return `${scorer.name} and people agree on ${formatShare(agreement.value)} of the rows${agreement.value === 1 ? '' : others}.`
  if (spearman !== undefined && 'value' in spearman)
    return `${scorer.name} and people put the rows in ${spearman.value > 0.7 ? 'much the same' : spearman.value > 0.3 ? 'a similar' : 'a different'} order (correlation ${formatScore(spearman.value, 10)}, where 1 is the same).`
  return undefined
}

export function gainSentence(result: AgreementResult, { name, gain }: Baseline): string {
  const figure = mainFigure(result) === 'spearman' ? 'Spearman’s rho' : 'area under the curve'
  if ('undefinedBecause' in gain) return `No comparison with ${name}: ${gain.undefinedBecause}.`
  const { value, interval } = gain
  const other = name === 'majority class' ? 'always guessing the majority class' : name
  if (interval === undefined)
    return `Its ${figure} is ${formatScore(Math.abs(value), 10)} ${value < 0 ? 'below' : 'above'} that of ${other} (too few rows for an interval).`
  const range = estimateText(gain, formatScore, 10)
  if (interval.low > 0) return `It beats ${other}: its ${figure} is ${range} higher.`
  if (interval.high < 0) return `It is worse than ${other}: the difference in ${figure} is ${range}.`
  return `It may be no better than ${other}: the difference in ${figure} is ${range}.`
}

export function readingSentence({ reading, threshold, scorer }: AgreementResult): string {
  if (reading.kind === 'grade') return `Labels are grades: a higher grade goes with a ${reading.higherGrade}.`
  const between = reading.between.length === 0 ? '' : `; ${list(reading.between)} half way between`
  const share = scorer.scale === undefined ? `${threshold}` : `${threshold} of the scale`
  const direction = scorer.lowerIsBetter ? ' (high scores are bad)' : ''
  return `Positive${direction}: ${list(reading.positive)}; negative: ${list(reading.negative)}${between}. A score above ${share} counts as positive.`
}

/** '278 of 280 rows scored, 2 not scorable; 12 groups.' */
export function countSentence({ counts, data, run }: AgreementResult): string {
  const parts = [
    [counts.notScorable, 'not scorable'],
    [counts.failed, 'failed'],
    [counts.undecided, 'without a label that most raters gave'],
    [counts.notReached, 'not reached'],
  ] as const
  const others = parts.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`)
  const recorded =
    run === undefined ? '' : ` The scores are those of the run ${run.name}: nothing was judged again.`
  const groups = data.groups < data.rows ? `; ${formatQuantity(data.groups, 'group')}` : ''
  return `${counts.scored} of ${formatQuantity(data.rows, 'row')} scored${others.join('')}${groups}.${recorded}`
}
