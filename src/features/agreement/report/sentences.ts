import type { Cell } from '../../../report/document/table.ts'
import { estimateCell, estimateText } from '../../../report/estimates.ts'
import { formatQuantity, formatScore, formatShare, none } from '../../../report/format-numbers.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { Baseline } from '../figures/baselines.ts'
import type { FigureName } from '../figures/figures.ts'
import type { AgreementResult } from '../result.ts'

export const figureWords: Readonly<
  Record<
    FigureName,
    {
      readonly title: string
      /** The meaning of the figure, for readers who see it for the first time. */
      readonly meaning: string
      /** Set if a lower figure is better. */
      readonly lowerIsBetter?: true
    }
  >
> = {
  agreement: { title: 'Agreement', meaning: 'share of the rows on which both say the same' },
  kappa: { title: 'Cohen’s kappa', meaning: 'agreement beyond chance: 0 is chance, 1 is full agreement' },
  balancedAccuracy: { title: 'Balanced accuracy', meaning: 'mean of the next two: 0.5 is guessing' },
  truePositiveRate: {
    title: 'True-positive rate',
    meaning: 'of the rows labelled positive, the share that the scorer finds',
  },
  trueNegativeRate: {
    title: 'True-negative rate',
    meaning: 'of the rows labelled negative, the share that it leaves alone',
  },
  areaUnderCurve: {
    title: 'Area under the curve',
    meaning: 'how often a positive row scores above a negative one: 0.5 is guessing',
  },
  verdictAgreement: { title: 'Agreement by verdict', meaning: 'the same, all verdicts by their names' },
  verdictKappa: { title: 'Kappa by verdict', meaning: 'the same, all verdicts by their names' },
  spearman: { title: 'Spearman’s rho', meaning: 'correlation of ranks, −1 to 1' },
  kendall: {
    title: 'Kendall’s tau-b',
    meaning: 'pairs in the same order less pairs in the opposite, −1 to 1',
  },
  brierScore: {
    title: 'Brier score',
    meaning: 'mean squared error of the score as a probability: 0 is perfect, always 0.5 has 0.25',
    lowerIsBetter: true,
  },
  calibrationError: {
    title: 'Calibration error',
    meaning: 'how far scores are from the share of positive rows',
    lowerIsBetter: true,
  },
}

export const rankingNames = { areaUnderCurve: 'area under the curve', spearman: 'Spearman’s rho' } as const

const fine: ReadonlySet<FigureName> = new Set(['brierScore', 'calibrationError'])
const chooseScale = (name: FigureName) => (fine.has(name) ? 1 : 10)

/** Formats a figure and its interval: '0.51' and '0.40 to 0.62', with a dash for each missing one. */
export function figureTexts(
  name: FigureName,
  estimate: Estimate | undefined,
): [value: string, range: string] {
  const { text, detail = none } = figureCell(name, estimate)
  return [text, detail]
}

/** Returns the same for a table. */
export const figureCell = (name: FigureName, estimate: Estimate | undefined): Cell =>
  estimateCell(estimate, formatScore, chooseScale(name))

/** Says why a figure or interval is missing, or what to know about it. */
export const readNote = (estimate: Estimate) =>
  'undefinedBecause' in estimate ? `none: ${estimate.undefinedBecause}` : estimate.note

/** Returns the figure that compares a scorer with its baselines. */
export const mainFigure = ({ reading }: AgreementResult): FigureName =>
  reading.kind === 'class' ? 'areaUnderCurve' : 'spearman'

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
