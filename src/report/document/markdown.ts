import { formatQuantity } from '../format-numbers.ts'
import { markComment } from '../report-formats.ts'
import { markdownText, shorten, shortenReason } from '../safe-text.ts'
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
import type { Cell, Column, Table } from './table.ts'

/** A line, or lines that belong together. Only rows may be dropped for length. */
interface Part {
  readonly text: string
  readonly isRow?: boolean
}

const longestCell = 280
const cell = (text: string) => markdownText(shorten(text, longestCell))
const bytes = (text: string) => Buffer.byteLength(text, 'utf8')
/** The maximum size of a note on dropped rows, blank lines included. */
const noteBytes = 64

/** Renders blocks as paragraphs, tables and lists; text of others in them creates no link, image or mark-up. */
export const markdownBlocks = (blocks: readonly Block[]): string[] => renderBlocks(blocks).map(text)

/**
 * Renders a document as GitHub's Markdown.
 *
 * @param head Markdown above the sections.
 * @param maximumBytes Headings and sentences of each section stay, so that nothing vanishes unseen; rows are dropped
 * from the end of the document.
 * @throws RangeError if it does not fit even without rows.
 */
export function markdownDocument(head: string, sections: readonly Section[], maximumBytes: number): string {
  const first = `${markComment}\n${head}`
  const blocks = sections.map((section) => [
    { text: `### ${cell(toTitle(section))}\n` },
    ...renderBlocks(section.blocks).flatMap((parts, index) => [
      ...(index === 0 ? [] : [{ text: '' }]),
      ...parts,
    ]),
  ])
  const kept = blocks.flat().filter(({ isRow }) => !isRow)
  let left = maximumBytes - bytes(first) - 2 - sections.length * (noteBytes + 2)
  left -= kept.reduce((total, { text }) => total + bytes(text) + 1, 0)
  if (left < 0) throw new RangeError(`a report in Markdown: the headings alone exceed ${maximumBytes} bytes`)
  const fitted = blocks.map((parts: readonly Part[]) => {
    const shown = parts.filter(({ text, isRow }) => {
      if (!isRow) return true
      left -= bytes(text) + 1
      return left >= 0
    })
    const lost = parts.length - shown.length
    // Once a row was too long, the shorter ones after it are of no use.
    if (lost > 0) left = 0
    const note = lost === 0 ? [] : [{ text: `\n… ${formatQuantity(lost, 'row')} left out for length.` }]
    return text([...shown, ...note])
  })
  return `${[first, ...fitted].join('\n\n')}\n`
}

const text = (parts: readonly Part[]) => parts.map(({ text }) => text).join('\n')

/** Renders blocks one by one, followed by their notes, which GitHub unfolds on request. */
function renderBlocks(blocks: readonly Block[]): Part[][] {
  const notes = blocks.filter(isNote).map(told)
  const shown = blocks.filter((block) => !isNote(block)).map(renderBlock)
  return notes.length === 0
    ? shown
    : [...shown, [{ text: `<details><summary>Details</summary>\n\n${notes.join('\n\n')}\n\n</details>` }]]
}

function renderBlock(block: Block): Part[] {
  switch (block.block) {
    case 'sentence':
      return [{ text: told(block) }]
    case 'table':
      return renderTable(block)
    case 'outcomes':
      return renderOutcomes(block)
    case 'answers':
      return renderAnswers(block)
    case 'sides':
      return renderAnswers(asAnswers(block))
  }
}

function told({ text, name, tone }: Sentence): string {
  const words = markdownText(text)
  const said = tone === undefined ? words : `**${words}**`
  return name === undefined ? said : `**${markdownText(name)}**: ${said}`
}

function renderRows(titles: readonly Pick<Column, 'title' | 'kind'>[], rows: readonly string[][]): Part[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = line(titles.map(({ kind }) => (kind === 'number' ? '---:' : '---')))
  const head = line(titles.map(({ title }) => (title === '' ? ' ' : cell(title))))
  return [{ text: `${head}\n${rule}` }, ...rows.map((cells) => ({ text: line(cells), isRow: true }))]
}

function renderCell({ text, detail, strong }: Cell): string {
  const value = strong ? `**${cell(text)}**` : cell(text)
  return detail === undefined ? value : `${value} (${cell(detail)})`
}

const renderTable = ({ columns, rows }: Table) =>
  renderRows(
    columns.map(({ title, detail, kind }) => ({
      kind,
      title: detail === undefined ? title : `${title} (${detail})`,
    })),
    rows.map((row) => row.map(renderCell)),
  )

const signs = { good: '✅', bad: '❌', partly: '❔', neutral: '·' } as const

const renderOutcomes = ({ title, outcomes }: Outcomes) =>
  renderRows(
    ['Outcome', title, 'Why'].map((one) => ({ title: one, kind: 'word' as const })),
    outcomes.map(({ tone, word, name, text }) => [
      `${signs[tone]} ${cell(word)}`,
      cell(name),
      markdownText(shortenReason(text)),
    ]),
  )

function renderAnswers({ title, answers }: Answers): Part[] {
  const titles = [...new Set(answers.flatMap(({ parts }) => parts.map((part) => part.title)))]
  return renderRows(
    [title, 'Item', ...titles].map((one) => ({ title: one, kind: 'word' as const })),
    answers.map(({ found, item, parts }) => [
      ...[cell(found), cell(item)],
      ...titles.map((one) =>
        markdownText(shortenReason(parts.find(({ title }) => title === one)?.text ?? '–')),
      ),
    ]),
  )
}
