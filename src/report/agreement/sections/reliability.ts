import type { AgreementResult } from '../../../agreement/index.ts'
import { formatCount, formatScore } from '../../format.ts'
import { type ReliabilityMark, reliabilityChart } from '../../html/charts/reliability.ts'
import { html, type Markup } from '../../html/markup.ts'
import { dataTable, figure } from '../../html/parts.ts'
import { formatFigure, formatFigureInterval } from '../wording.ts'

/** Whether scores can be read as probabilities. */
export function reliabilityCard({ reliability = [] }: AgreementResult): Markup | '' {
  const marks = reliability.flatMap(({ found, ...rest }): ReliabilityMark[] => {
    if ('undefinedBecause' in found) return []
    const { value, interval } = found
    return [{ ...rest, found: value, ...(interval === undefined ? {} : { interval }) }]
  })
  if (marks.length === 0) return ''
  return html`<h3>Can scores be read as probabilities?</h3>
<p class="soft">On the dashed line they can: of the rows with a score of 0.7, seven in ten are positive. Points above it are better than their scores say.</p>
${figure({
  title: 'Scores and the share of positive rows',
  description: `Reliability curve: ${marks.map(markSentence).join('; ')}.`,
  draw: (width) => reliabilityChart(marks, width),
  widths: [400],
  table: dataTable(
    'Scores and the share of positive rows',
    [
      { title: 'Scores' },
      ...['Rows', 'Mean score', 'Positive', 'Interval'].map((title) => ({ title, numeric: true })),
    ],
    reliability.map(({ low, high, rows, said, found }) => [
      `${formatScore(low, 10)} to ${formatScore(high, 10)}`,
      formatCount(rows),
      formatScore(said, 10),
      formatFigure('agreement', found),
      formatFigureInterval('agreement', found),
    ]),
  ),
})}`
}

/** One point in words. */
const markSentence = ({ said, found, rows }: ReliabilityMark) =>
  `scores of about ${formatScore(said, 10)}: ${formatScore(found, 10)} positive, ${rows} rows`
