import { z } from 'zod/v4'
import type { AgreementResult, FigureName } from '../../people/agreement/index.ts'
import { formatLevel } from '../../shared/format-level.ts'
import { readingsBesidePeople } from '../contents/readings.ts'
import { formatCount, formatScore } from '../format.ts'
import { shorten, terminalName, terminalText } from '../safe-text.ts'
import { painter } from '../terminal/paint.ts'
import { indented, renderTable, wrap } from '../terminal/table.ts'
import {
  costWords,
  countSentence,
  figureWords,
  formatFigure,
  formatFigureInterval,
  gainSentence,
  noteOf,
  readingSentence,
  whoJudged,
} from './wording.ts'

export interface TerminalAgreementOptions {
  /** Columns of the terminal, 20 or more. Default 80. */
  readonly width?: number
  /** Whether to use colours; `showsColor(stream)` says whether a stream shows them. Default false. */
  readonly color?: boolean
  /** Worst disagreements shown, 0 or more. Default 3. */
  readonly examples?: number
}

const optionsSchema = z.strictObject({
  width: z.int().min(20).default(80),
  color: z.boolean().default(false),
  examples: z.int().min(0).default(3),
})

/**
 * The agreement with people as text for a terminal. Text of others in it has no control characters.
 *
 * @throws TypeError where an option is wrong.
 */
export function terminalAgreementReport(
  result: AgreementResult,
  options: TerminalAgreementOptions = {},
): string {
  const read = optionsSchema.safeParse(options)
  if (!read.success) throw new TypeError(`terminalAgreementReport: ${z.prettifyError(read.error)}`)
  const { width, color, examples } = read.data
  const paint = painter(color)
  const line = (text: string) => wrap(terminalText(text), width)
  const section = (title: string, body: string) =>
    body === '' ? [] : [`${wrap(paint('bold', title), width)}\n${body}`]
  const { calls, tokens, money } = costWords(result)
  return [
    `${wrap(paint('bold', terminalText(`${whoJudged(result)} · ${result.data.name}`)), width)}\n${line(countSentence(result))}\n${line(readingSentence(result))}`,
    ...result.warnings.map((warning) => wrap(paint('yellow', terminalText(warning)), width)),
    figureTable(result, width),
    result.baselines.map((baseline) => line(gainSentence(result, baseline))).join('\n'),
    ...(result.readings === undefined
      ? []
      : section('Verdict or share', line(readingsBesidePeople(result.readings, undefined, 'row').join(' ')))),
    ...section('People beside each other', ratersText(result, width)),
    ...section('Labels (down) and verdicts (across)', confusionText(result, width)),
    ...section('What scores say, and what is so', reliabilityText(result, width)),
    ...section('Not scored', unscoredText(result, width)),
    ...section('Furthest apart', disagreementsText(result, examples, width)),
    line(`Cost: ${money}, ${calls} calls, ${tokens}.`),
  ].join('\n\n')
}

function figureTable({ figures, baselines, scorer }: AgreementResult, width: number): string {
  const names = Object.keys(figures) as FigureName[]
  const level = names
    .flatMap((name) => {
      const found = figures[name]
      return found !== undefined && 'interval' in found ? (found.interval?.level ?? []) : []
    })
    .at(0)
  const columns = [
    { title: 'Figure' },
    { title: shorten(terminalText(scorer.name), 24), align: 'right' },
    { title: level === undefined ? 'Interval' : `${formatLevel(level)} interval`, align: 'right' },
    ...baselines.map(({ name }) => ({ title: name.replace(' ', '\n'), align: 'right' as const })),
  ] as const
  const rows = names.map((name) => [
    `${figureWords[name].title}${figureWords[name].lowerIsBetter ? ' ↓' : ''}`,
    formatFigure(name, figures[name]),
    formatFigureInterval(name, figures[name]),
    ...baselines.map((baseline) => formatFigure(name, baseline.figures[name])),
  ])
  const notes = names.flatMap((name) => {
    const estimate = figures[name]
    const note = estimate && noteOf(estimate)
    return note === undefined ? [] : [wrap(`${figureWords[name].title}: ${terminalText(note)}`, width)]
  })
  const arrow = names.some((name) => figureWords[name].lowerIsBetter) ? ['↓ lower is better'] : []
  return [renderTable(columns, rows, width), ...arrow, ...notes].join('\n')
}

function ratersText({ raters }: AgreementResult, width: number): string {
  if (raters === undefined) return ''
  const of = (estimate: typeof raters.alpha) =>
    `${formatFigure('kappa', estimate)} (${formatFigureInterval('kappa', estimate)})`
  const withScorer =
    raters.alphaWithScorer === undefined ? '' : `; with the scorer as one more ${of(raters.alphaWithScorer)}`
  return wrap(
    `Krippendorff’s alpha of up to ${raters.raters} raters over ${raters.rows} rows: ${of(raters.alpha)}${withScorer}.`,
    width,
  )
}

function confusionText({ confusion }: AgreementResult, width: number): string {
  if (confusion === undefined) return ''
  const name = (category: string) => shorten(terminalText(category), 24)
  const columns = [
    { title: '' },
    ...confusion.categories.map((category) => ({ title: name(category), align: 'right' as const })),
  ]
  const rows = confusion.categories.map((category, index) => [
    name(category),
    ...(confusion.counts[index] ?? []).map(formatCount),
  ])
  return renderTable(columns, rows, width)
}

function reliabilityText({ reliability = [] }: AgreementResult, width: number): string {
  if (reliability.length === 0) return ''
  const columns = [
    { title: 'Scores' },
    { title: 'Rows', align: 'right' },
    { title: 'Mean score', align: 'right' },
    { title: 'Positive', align: 'right' },
    { title: 'Interval', align: 'right' },
  ] as const
  const rows = reliability.map(({ low, high, rows, said, found }) => [
    `${formatScore(low, 10)} to ${formatScore(high, 10)}`,
    formatCount(rows),
    formatScore(said, 10),
    formatFigure('agreement', found),
    formatFigureInterval('agreement', found),
  ])
  return renderTable(columns, rows, width)
}

function unscoredText({ notScorable, failures }: AgreementResult, width: number): string {
  const shown = 10
  const lines = [
    ...notScorable.map((one) => ({ ...one, what: 'not scorable' })),
    ...failures.map((one) => ({ ...one, what: 'failed' })),
  ].map(({ reason, count, id, what }) =>
    wrap(`${count} × ${what}: ${shorten(terminalText(reason), 400)} (first: ${terminalName(id)})`, width),
  )
  const left = lines.length - shown
  return [...lines.slice(0, shown), ...(left > 0 ? [`and ${left} other reasons`] : [])].join('\n')
}

function disagreementsText({ disagreements }: AgreementResult, examples: number, width: number): string {
  return disagreements
    .slice(0, examples)
    .map(({ id, asked, said, label, verdict, score, words, wordsBy }) => {
      const who = wordsBy === 'scorer' ? 'Scorer' : 'Judge'
      const judged = verdict === undefined ? '' : `, verdict ${terminalName(verdict)}`
      return [
        wrap(
          `${terminalName(id)}: label ${terminalName(label)}${judged}, score ${formatScore(score)}`,
          width,
        ),
        ...(asked === '' ? [] : [indented(`Asked: ${shorten(terminalText(asked), 160)}`, width)]),
        indented(`Said: ${shorten(terminalText(said), 300)}`, width),
        indented(
          words === undefined ? 'The judge gave no words.' : `${who}: ${shorten(terminalText(words), 400)}`,
          width,
        ),
      ].join('\n')
    })
    .join('\n')
}
