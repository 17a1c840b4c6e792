import type { Cell } from '../../../report/document/table.ts'
import { estimateCell } from '../../../report/estimates.ts'
import { formatScore, none } from '../../../report/format-numbers.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
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

/** Returns the figure that compares a scorer with its baselines. */
export const mainFigure = ({ reading }: AgreementResult): FigureName =>
  reading.kind === 'class' ? 'areaUnderCurve' : 'spearman'
