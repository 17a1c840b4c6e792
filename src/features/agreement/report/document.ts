import {
  type Block,
  filled,
  note,
  type Section,
  sentence,
  sentences,
} from '../../../report/document/blocks.ts'
import { column, table } from '../../../report/document/table.ts'
import { costText } from '../../../report/format-costs.ts'
import { formatCount, formatInterval, formatScore } from '../../../report/format-numbers.ts'
import { toLine } from '../../../report/run/cost-lines.ts'
import { shorten } from '../../../report/safe-text.ts'
import { formatLevel } from '../../../shared/format-level.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { FigureName } from '../figures/figures.ts'
import type { AgreementResult } from '../result.ts'
import { figureCell, figureTexts, figureWords } from './figure-words.ts'
import { readingsBesidePeople } from './readings.ts'
import { agreementInShort, countSentence, gainSentence, readingSentence, readNote } from './sentences.ts'

/** Says what was compared, and what to know before trusting the figures. */
export const agreementLead = (result: AgreementResult): Block[] => [
  ...sentences(agreementInShort(result)),
  sentence(`${countSentence(result)} ${readingSentence(result)}`),
  ...result.warnings.map((warning) => sentence(warning, { tone: 'partly' })),
]

/** Lays out the agreement with people, figures first. @param examples The number of disagreements to show. */
export const agreementSections = (result: AgreementResult, examples: number): Section[] =>
  filled([
    { id: 'agreement', title: 'Agreement', blocks: figureBlocks(result) },
    { id: 'baselines', title: 'Compared with baselines', blocks: gainBlocks(result) },
    { id: 'readings', title: 'Verdict or share', blocks: readingBlocks(result) },
    { id: 'raters', title: 'Agreement between people', blocks: raterBlocks(result) },
    { id: 'confusion', title: 'Labels (down) and verdicts (across)', blocks: confusionBlocks(result) },
    {
      id: 'reliability',
      title: 'Scores and the share of positive labels',
      blocks: reliabilityBlocks(result),
    },
    { id: 'unscored', title: 'Not scored', blocks: unscoredBlocks(result) },
    { id: 'disagreements', title: 'Furthest apart', blocks: disagreementBlocks(result, examples) },
  ])

export const agreementCost = ({ cost }: AgreementResult): string => costText(toLine([cost]))

export function figureBlocks({ figures, baselines, scorer }: AgreementResult): Block[] {
  const names = Object.keys(figures) as FigureName[]
  const level = names.flatMap((name) => {
    const found = figures[name]
    return found !== undefined && 'interval' in found ? (found.interval?.level ?? []) : []
  })[0]
  return [
    ...table<FigureName>('Figures of agreement', names, [
      column.word('Figure', (name) => {
        const { title, meaning, lowerIsBetter } = figureWords[name]
        return {
          text: `${title}${lowerIsBetter ? ' ↓' : ''}`,
          meaning: `${meaning}${lowerIsBetter ? '; lower is better' : ''}`,
        }
      }),
      column.number(shorten(scorer.name, 24), (name) => figureCell(name, figures[name])),
      ...baselines.map((one) =>
        column.number(one.name, (name: FigureName) => figureCell(name, one.figures[name]), {
          isMinor: 'details',
        }),
      ),
    ]),
    ...sentences(
      level === undefined ? undefined : `Below each figure: its ${formatLevel(level)} interval.`,
      names.some((name) => figureWords[name].lowerIsBetter) ? '↓ lower is better' : undefined,
    ),
    ...names.flatMap((name) => {
      const estimate = figures[name]
      const text = estimate && readNote(estimate)
      return text === undefined ? [] : [note(text, figureWords[name].title)]
    }),
  ]
}

export const gainBlocks = (result: AgreementResult): Block[] =>
  result.baselines.map((baseline) => sentence(gainSentence(result, baseline)))

export const readingBlocks = ({ readings, scorer }: AgreementResult): Block[] =>
  readings === undefined ? [] : [note(readingsBesidePeople(readings, scorer.basis?.reading).join(' '))]

export function raterBlocks({ raters }: AgreementResult): Block[] {
  if (raters === undefined) return []
  const of = (estimate: Estimate) => {
    const [value, range] = figureTexts('kappa', estimate)
    return `${value} (${range})`
  }
  const { alpha, alphaWithScorer } = raters
  const withScorer =
    alphaWithScorer === undefined ? '' : `; with the scorer as one more ${of(alphaWithScorer)}`
  return [
    note(
      `Krippendorff’s alpha of up to ${raters.raters} raters over ${raters.rows} rows: ${of(alpha)}${withScorer}. A judge can hardly agree with people more than they agree with each other.`,
    ),
  ]
}

export function confusionBlocks({ confusion }: AgreementResult): Block[] {
  if (confusion === undefined) return []
  const { categories, counts } = confusion
  return table(
    'Labels down, verdicts across',
    [...categories.keys()],
    [
      column.word('', (row) => shorten(categories[row] ?? '', 24)),
      ...categories.map((category, place) =>
        column.number(shorten(category, 24), (row: number) => ({
          text: formatCount(counts[row]?.[place] ?? 0),
          strong: row === place,
        })),
      ),
    ],
  )
}

export const reliabilityBlocks = ({ reliability = [] }: AgreementResult) =>
  table('Scores and the share of positive rows', reliability, [
    column.word('Scores', (point) => formatInterval(point, 10)),
    column.count('Rows', ({ rows }) => rows),
    column.number('Mean score', ({ said }) => formatScore(said, 10)),
    column.number('Positive', ({ found }) => figureTexts('agreement', found)[0]),
    column.number('Interval', ({ found }) => figureTexts('agreement', found)[1]),
  ])

export const unscoredBlocks = ({ notScorable, failures }: AgreementResult): Block[] =>
  table(
    'Rows without a score, by reason',
    [
      ...notScorable.map((one) => ({ ...one, outcome: 'not scorable' })),
      ...failures.map((one) => ({ ...one, outcome: 'failed' })),
    ],
    [
      column.word('Outcome', ({ outcome }) => outcome),
      column.word('Reason', ({ reason }) => reason),
      column.count('Rows', ({ count }) => count),
      column.word('First row', ({ id }) => id),
    ],
    {
      others: 'other reason',
      told: ({ outcome, reason, count, id }) => ({
        mark: `${count} ×`,
        tone: outcome === 'failed' ? 'bad' : 'partly',
        text: `${outcome}: ${shorten(reason, 400)} (first: ${id})`,
      }),
    },
  )

/** Shows the rows on which people and the scorer differ most. */
function disagreementBlocks({ disagreements, scorer }: AgreementResult, examples: number): Block[] {
  const answers = disagreements
    .slice(0, examples)
    .map(({ id, asked, said, label, verdict, score, words, wordsBy }) => ({
      item: shorten(id, 80),
      found: `label ${label}${verdict === undefined ? '' : `, verdict ${verdict}`}, score ${formatScore(score, scorer.scale)}`,
      parts: [
        ...(asked === '' ? [] : [{ title: 'Asked', text: shorten(asked, 160) }]),
        { title: 'Said', text: shorten(said, 300) },
        { title: wordsBy === 'scorer' ? 'Scorer' : 'Judge', text: words ?? 'no words' },
      ],
    }))
  return answers.length === 0 ? [] : [{ block: 'answers', title: 'Label and score', answers }]
}
