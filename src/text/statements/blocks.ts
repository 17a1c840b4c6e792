import { forEachSliced, type Slices } from '../../shared/slices.ts'
import { isCitation } from './citations.ts'
import { type Line, splitLines } from './lines.ts'
import {
  addCodeLine,
  addProseLine,
  beginBlock,
  beginCode,
  beginIndentedCode,
  codeIndentation,
  measureIndentation,
  type OpenBlock,
} from './open-block.ts'

/** A stretch of a text that no sentence crosses. */
export interface Block {
  kind: OpenBlock['kind']
  /** Offset of the first character in the text. */
  start: number
  /**
   * The block, with as many characters as in the text. In prose, line breaks and the marks between the lines are
   * blanks; in code, fences and marks are `hidden`.
   */
  shape: string
}

const openingFence = /^(?:(`{3,})[^`]*|(~{3,})(?:[^~].*)?)$/
const hashes = /^#{1,6}\s+(?=\S)/
const closingHashes = /\s#+$/
const underline = /^(?:={2,}|-{2,})$/
const rule = /^[-*_=\s]+$/
const tableRule = /^[\s|:-]+$/
const boldLine = /^\*\*[^*]+\*\*$/
const sentenceEnd = /[.!?…。！？]["'”’»)]*\*\*$/

/** The number of lines between two pauses. */
const linesInSlice = 200

/** The minimum indentation of a line that continues a list item. */
const leastIndentation = 2

/** Nobody wraps lines at fewer characters. */
const leastWidth = 40

/**
 * Splits a Markdown or plain text into blocks, in order: fenced code, headings, list items, table rows, paragraphs, at
 * any depth of quotations and lists. The marks of lists and quotations, the line under a table's head and rules do not
 * belong to any block. Linear in the length of the text.
 *
 * A line break within a paragraph is a blank, as in Markdown, with two exceptions: a hard break, and a line whose first
 * word would have fitted on the line before, unless that line begins in lower case. Models write one statement per line
 * far more often than they wrap.
 */
export function* splitBlocks(text: string): Slices<Block[]> {
  const blocks: OpenBlock[] = []
  let open: OpenBlock | undefined
  let table = false
  let lastNumber = 0
  let lines = 0
  // Under a list item, code is indented further; at the beginning of the text, no indented line is code.
  let codeFrom = Infinity

  for (const line of splitLines(text)) {
    lines += 1
    if (lines % linesInSlice === 0) yield
    if (open?.fence) {
      const result = addCodeLine(text, open, line)
      if (result !== 'added') open = undefined
      if (result !== 'outside') continue
    }
    if (open && wrapsBeforeNumber(open, line, lastNumber)) {
      line.content = line.number?.start ?? line.content
      line.item = false
      line.number = undefined
    }
    lastNumber = line.number?.value ?? lastNumber

    const content = text.slice(line.content, line.end)
    const previous: OpenBlock | undefined = open
    open = undefined
    const indentation = line.depth > 0 ? 0 : measureIndentation(text.slice(line.start, line.content))
    const mayBeCode = previous === undefined && !line.item && content !== ''
    if (mayBeCode && indentation >= codeFrom && !isProse(content)) {
      open = beginIndentedCode(text, line, codeFrom)
      blocks.push(open)
      continue
    }
    if (content !== '' && (line.item || indentation < leastIndentation))
      codeFrom = codeIndentation + (line.item ? indentation : 0)
    if (previous && isUnderHeading(previous, line, content)) {
      previous.kind = 'heading'
      table = content.includes('|')
      continue
    }
    table &&= content.includes('|') && !line.item
    if (content === '' || rule.test(content)) continue

    if (previous && goesOn(text, previous, line)) {
      open = previous
      addProseLine(text, open, line)
    } else {
      const block = openBlock(text, line, content, table)
      if (block.kind !== 'heading') open = block
      blocks.push(block)
    }
  }
  keepLoneNumbers(text, blocks)
  const all: Block[] = []
  yield* forEachSliced(blocks, (block) => all.push(finished(block)))
  return all
}

/** Recognises indented prose: some texts indent their paragraphs, or all lines. */
function isProse(line: string): boolean {
  return /^\P{L}?\p{Lu}/u.test(line) && /[.!?:,]\P{L}?$/u.test(line) && line.split(/\s+/).length > 5
}

function openBlock(text: string, line: Line, content: string, table: boolean): OpenBlock {
  const fence = openingFence.exec(content)
  if (fence) return beginCode(text, line, fence[1] ?? fence[2] ?? '')
  const opening = hashes.exec(content)?.[0].length
  if (opening !== undefined) {
    const closing = closingHashes.exec(content)?.index ?? content.length
    return beginBlock(
      text,
      line,
      'heading',
      line.content + opening,
      line.content + Math.max(opening, closing),
    )
  }
  if (!table && !content.startsWith('|')) return beginBlock(text, line, 'prose')
  const start = line.content + (content.startsWith('|') ? 1 : 0)
  return beginBlock(text, line, 'row', start, Math.max(start, line.end - (content.endsWith('|') ? 1 : 0)))
}

/** Returns whether this is the line under the head of a table, or under a title. */
function isUnderHeading(previous: OpenBlock, line: Line, content: string): boolean {
  if (
    previous.pieces.length === 1 &&
    tableRule.test(content) &&
    content.includes('-') &&
    content.includes('|')
  ) {
    const head = previous.lastLine
    return previous.kind === 'row' || (head.includes('|') && countCells(head) === countCells(content))
  }
  return previous.kind === 'prose' && !previous.item && !line.item && underline.test(content)
}

/** Counts the cells of a row. With a sentence before it, it has one more than the line under it, and is no head. */
const countCells = (row: string) => row.replace(/^\||(?<!\\)\|$/g, '').split(/(?<!\\)\|/).length

function goesOn(text: string, block: OpenBlock, line: Line): boolean {
  if (block.kind !== 'prose' || block.depth !== line.depth || line.item) return false
  const content = text.slice(line.content, line.end)
  if (openingFence.test(content) || hashes.test(content) || content.startsWith('|')) return false
  if (isCitation(content)) return true
  const hardBreak = block.lastLine.endsWith('\\') || text.startsWith('  ', block.end)
  const ended = hardBreak || !wraps(block, content)
  return !ended || /[,;–—(]$/.test(block.lastLine) || /^\P{L}?\p{Ll}/u.test(content)
}

/** Returns whether the paragraph so far is so wide that the next word had to go on the next line. */
function wraps(block: OpenBlock, next: string): boolean {
  const word = next.split(/\s/, 1)[0] ?? ''
  return block.lastLine.length + 1 + word.length > Math.max(block.width, leastWidth)
}

/** Returns whether a number only begins a wrapped line: "It was built in", then "1889. It is tall". */
function wrapsBeforeNumber(block: OpenBlock, line: Line, lastNumber: number): boolean {
  const inParagraph = block.kind === 'prose' && !block.item && block.depth === line.depth
  const inList = line.number === undefined || line.number.value === lastNumber + 1
  return inParagraph && !inList && wraps(block, `${line.number?.value}.`)
}

/**
 * Keeps numbers that are not list marks: "1986. A good year." is an answer that begins with a number, not the 1986th
 * item of a list. A number is a list mark only next to an item whose number differs by at most one.
 */
function keepLoneNumbers(text: string, blocks: OpenBlock[]): void {
  const numbered = blocks.filter((block) => block.number)
  const value = (index: number): number => numbered[index]?.number?.value ?? Number.NaN
  numbered.forEach((block, index) => {
    const inList = [index - 1, index + 1].some((beside) => Math.abs(value(beside) - value(index)) <= 1)
    if (inList || !block.number) return
    block.pieces.unshift(text.slice(block.number.start, block.start))
    block.start = block.number.start
  })
}

/** Finishes a block. A paragraph of one bold line that is not a sentence serves as a heading. */
function finished({ kind, item, start, pieces }: OpenBlock): Block {
  const shape = pieces.join('')
  const title = kind === 'prose' && !item && boldLine.test(shape) && !sentenceEnd.test(shape)
  return { kind: title ? 'heading' : kind, start, shape }
}
