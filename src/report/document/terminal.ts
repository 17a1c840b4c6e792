import { compact } from '../../shared/compact.ts'
import { formatQuantity } from '../format-numbers.ts'
import { shortenReason, terminalName, terminalText } from '../safe-text.ts'
import { indented, renderTable, wrap } from '../terminal/draw-table.ts'
import type { painter } from '../terminal/paint.ts'
import {
  type Answers,
  asAnswers,
  type Block,
  isNote,
  type Outcomes,
  type Section,
  type Sentence,
  toTitle,
} from './blocks.ts'
import type { Cell, Column, Table, Tone } from './table.ts'

export interface Screen {
  /** In columns. */
  readonly width: number
  readonly paint: ReturnType<typeof painter>
  /** Whether to show notes and minor columns. */
  readonly details: boolean
}

const colors = { good: 'green', bad: 'red', partly: 'yellow', neutral: 'dim' } as const
const rowsShown = 10
const pairsShown = 3

/**
 * Renders a document, with a blank line between its parts.
 *
 * @param head Text above it, used as it is.
 * @param foot Parts below it, used as they are.
 */
export const terminalDocument = (
  head: string,
  lead: readonly Block[],
  sections: readonly Section[],
  screen: Screen,
  foot: readonly string[] = [],
): string =>
  [
    head,
    ...keepShown(lead, screen).map((block) => terminalBlock(block, screen)),
    ...sections
      .filter(({ blocks }) => keepShown(blocks, screen).length > 0)
      .map((one) => `${terminalTitle(toTitle(one), screen)}\n${terminalBlocks(one.blocks, screen)}`),
    ...foot,
  ].join('\n\n')

export const terminalTitle = (title: string, { width, paint }: Screen): string =>
  wrap(paint('bold', terminalText(title)), width)

export const terminalBlocks = (blocks: readonly Block[], screen: Screen): string =>
  keepShown(blocks, screen)
    .map((block) => terminalBlock(block, screen))
    .join('\n')

const keepShown = (blocks: readonly Block[], { details }: Screen) =>
  blocks.filter((block) => details || !isNote(block))

function terminalBlock(block: Block, screen: Screen): string {
  switch (block.block) {
    case 'sentence':
      return told(block, screen)
    case 'table':
      return block.lines === undefined ? drawTable(block, screen) : renderLines(block, screen)
    case 'outcomes':
      return renderOutcomes(block, screen)
    case 'answers':
      return renderAnswers(block, screen)
    case 'sides':
      return renderAnswers(asAnswers({ ...block, pairs: block.pairs.slice(0, pairsShown) }), screen)
  }
}

const toned = (tone: Tone | undefined, text: string, { paint }: Screen) =>
  tone === undefined ? text : paint(colors[tone], text)

const told = ({ text, name, tone }: Sentence, screen: Screen) =>
  wrap(toned(tone, terminalText(name === undefined ? text : `${name}: ${text}`), screen), screen.width)

function renderCell(
  { text, detail, strong, tone }: Cell,
  column: Column | undefined,
  screen: Screen,
): string {
  const value = toned(tone, terminalName(text), screen)
  const shown = strong ? screen.paint('bold', value) : value
  return detail === undefined || column?.isMinor === 'details' ? shown : `${shown}\n${terminalName(detail)}`
}

function drawTable({ columns, rows }: Table, screen: Screen): string {
  const isShown = (_: unknown, column: number) => screen.details || columns[column]?.isMinor !== true
  const titles = columns.filter(isShown).map(({ title, detail, kind }) => ({
    title: [title, ...(detail === undefined ? [] : [detail])].map(terminalName).join('\n'),
    kind,
  }))
  return renderTable(
    titles,
    rows.map((row) => row.map((cell, index) => renderCell(cell, columns[index], screen)).filter(isShown)),
    screen.width,
  )
}

function renderLines({ lines = [], others = 'other' }: Table, screen: Screen): string {
  const left = lines.length - rowsShown
  const shown = lines
    .slice(0, rowsShown)
    .map(({ mark, tone, text }) => wrap(`${toned(tone, mark, screen)} ${terminalText(text)}`, screen.width))
  return [...shown, ...(left > 0 ? [`and ${formatQuantity(left, others)}`] : [])].join('\n')
}

/** Shows the grounds of each outcome; of minor ones only the names, together, unless details are wanted. */
function renderOutcomes({ outcomes }: Outcomes, screen: Screen): string {
  const folded = screen.details ? [] : outcomes.filter(({ isMinor, name }) => isMinor && name !== '')
  const line = (head: string, tone: Tone, text: string) =>
    wrap(`${toned(tone, head, screen)}  ${terminalText(text)}`, screen.width)
  const [first] = folded
  const names = new Set(folded.map(({ name }) => name))
  return compact([
    ...outcomes
      .filter((one) => !folded.includes(one))
      .map(({ mark, tone, word, name, text, isWhole }) =>
        line(`${mark} ${word}`, tone, isWhole || name === '' ? text : `${name}: ${text}`),
      ),
    first && line(`${first.mark} ${first.word}`, first.tone, [...names].join('; ')),
  ]).join('\n')
}

const renderAnswers = ({ answers }: Answers, screen: Screen) =>
  answers
    .map(({ item, found, parts }) =>
      [
        wrap(`${screen.paint('bold', terminalText(found))}  ${terminalText(item)}`, screen.width),
        ...parts.map(({ title, text }) =>
          indented(`${title}: ${shortenReason(terminalText(text))}`, screen.width),
        ),
      ].join('\n'),
    )
    .join('\n')
