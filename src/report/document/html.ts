import { html, type Markup } from '../../page/markup.ts'
import { wholeOptions } from '../../page/whole-options.ts'
import { formatCount, formatQuantity } from '../format-numbers.ts'
import { cutText, type Range, textDifference } from '../html/client/text-difference.ts'
import { dataTable, fold, itemLink } from '../html/tables-and-figures.ts'
import { type Block, isNote, type Outcome, type Outcomes, type Sentence, type Sides } from './blocks.ts'
import type { Cell, Column, Table } from './table.ts'

const mostRows = 100
/** Tables with more rows are folded. */
const mostOpenRows = 12
/** The number of pairs to show at first in a long list. */
const pairsShown = 8

/** Renders blocks for a page. Text of others stays text. */
export function pageBlocks(blocks: readonly Block[]): Markup {
  const notes = blocks.filter(isNote)
  const others = blocks.filter((block) => !isNote(block))
  return html`${others.map(pageBlock)}${notes.length === 0 ? '' : fold('Details', html`${notes.map(told)}`)}`
}

function pageBlock(block: Block): Markup | '' {
  switch (block.block) {
    case 'sentence':
      return told(block)
    case 'table':
      return block.folds
        ? fold(`${block.caption}, ${formatQuantity(block.rows.length, 'row')}`, pageTable(block), {
            openWhereWide: block.rows.length <= mostOpenRows,
          })
        : pageTable(block)
    case 'outcomes':
      return renderOutcomes(block)
    // Pages have answers in their table of answers, or show them in their own way.
    case 'answers':
      return ''
    case 'sides':
      return renderSides(block)
  }
}

function told({ text, name, tone }: Sentence): Markup {
  const said = html`${name === undefined ? '' : html`<strong>${name}</strong>: `}${wholeOptions(text)}`
  return tone === undefined
    ? html`<p class="sentence">${said}</p>`
    : html`<p class="notice" data-level="${tone}">${said}</p>`
}

export const badge = (tone: string, text: string): Markup =>
  html`<span class="badge" data-level="${tone}">${text}</span>`

function renderOutcomes({ outcomes }: Outcomes): Markup {
  const minor = outcomes.filter(({ isMinor }) => isMinor)
  const [first] = minor
  if (first === undefined) return outcomeList(outcomes)
  // Several scorers may have found the same.
  const names = new Set(minor.flatMap(({ name }) => (name === '' ? [] : name)))
  const rest = fold(`${first.mark} ${first.word}: ${[...names].join('; ')}`, outcomeList(minor))
  return html`${outcomeList(outcomes.filter(({ isMinor }) => !isMinor))}${rest}`
}

const outcomeList = (outcomes: readonly Outcome[]): Markup =>
  outcomes.length === 0
    ? html``
    : html`<ul class="gates">${outcomes.map(
        ({ mark, tone, word, name, text, isWhole }) =>
          html`<li data-level="${tone}">${badge(tone, `${mark} ${word}`)}<div>${isWhole || name === '' ? '' : html`<strong>${name}</strong>`}<p>${wholeOptions(text)}</p></div></li>`,
      )}</ul>`

export function pageTable({ caption, columns, rows }: Table): Markup {
  const titles = columns.flatMap(({ title, detail, kind }) =>
    [title, ...(detail === undefined ? [] : [detail])].map((one) => ({
      title: renderTitle(one, kind),
      numeric: kind === 'number',
    })),
  )
  const note = html`<p class="soft">The first ${mostRows} of ${formatCount(rows.length)} rows are shown; all are in the JSON.</p>`
  return html`${dataTable(
    caption,
    titles,
    rows.slice(0, mostRows).map((row) => row.flatMap((cell, index) => renderCells(cell, columns[index]))),
  )}${rows.length > mostRows ? note : ''}`
}

/** Wraps a long title of a number column to keep the column narrow; an empty title gets one that is read aloud. */
function renderTitle(title: string, kind: Column['kind']): string | Markup {
  if (title === '') return html`<span class="unseen">What</span>`
  return kind === 'number' && title.length > 32 ? html`<span class="variant">${title}</span>` : title
}

function renderCells(cell: Cell, column: Column | undefined): (string | Markup)[] {
  const { detail, meaning } = cell
  const value = shownValue(cell, column)
  if (column?.detail !== undefined) return [value, detail ?? '–']
  if (detail !== undefined) return [html`${value}<span class="range">${detail}</span>`]
  return meaning === undefined ? [value] : [html`${value}<span class="meaning">${meaning}</span>`]
}

function shownValue({ text, tone, strong, isItem }: Cell, column: Column | undefined): string | Markup {
  if (isItem) return itemLink(text)
  if (tone !== undefined && column?.kind === 'word') return badge(tone, text)
  return strong ? html`<strong>${text}</strong>` : text
}

const renderSides = ({ pairs }: Sides): Markup => {
  const left = pairs.length - mostRows
  const folded = pairs.slice(pairsShown, mostRows)
  return html`${pairs.slice(0, pairsShown).map(renderPair)}${
    folded.length === 0
      ? ''
      : fold(`${formatCount(folded.length)} more pairs`, html`${folded.map(renderPair)}`)
  }${left > 0 ? html`<p class="soft">${formatCount(left)} more are in the run file.</p>` : ''}`
}

function renderPair({ item, found, tone, question, sides, why }: Sides['pairs'][number]): Markup {
  const [one, other] = sides
  const difference = textDifference(one.text, other.text)
  const shown = [marked(one.text, difference?.before, 'del'), marked(other.text, difference?.after, 'ins')]
  return html`<article class="preference"><h3>${question}</h3>
<p class="soft">${badge(tone, found)} <span class="id">${item}</span></p>
<div class="preference-sides">${sides.map(
    ({ title }, index) => html`<div><h4>${title}</h4><div class="text">${shown[index] ?? ''}</div></div>`,
  )}</div>${why === '' ? '' : html`<p class="soft">${why}</p>`}</article>`
}

/** Marks the words that the other text does not have; leaves both plain if they have too little in common. */
const marked = (text: string, ranges: readonly Range[] | undefined, tag: 'ins' | 'del'): Markup =>
  html`${cutText(text, 0, ranges ?? []).map(({ text, isChanged }) => {
    if (!isChanged) return text
    return tag === 'ins' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`
  })}`
