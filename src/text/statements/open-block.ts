import { type Line, skipQuotationMarks } from './lines.ts'

/** Replaces a character that a reader of the rendered text does not see. A noncharacter of Unicode. */
export const hidden = '\uffff'

/** A block that is being collected line by line. */
export interface OpenBlock {
  kind: 'prose' | 'heading' | 'row' | 'code'
  start: number
  end: number
  /** The number of quotation marks before it. */
  depth: number
  item: boolean
  number: Line['number']
  /** Together as long as the text from `start` to `end`. */
  pieces: string[]
  lastLine: string
  /** Length of the longest line, in UTF-16 units. */
  width: number
  /** The run of backticks or tildes that opened the code, the indentation that its lines share, and the least one. */
  fence?: { mark: string; indentation: number; least?: number }
}

export function beginBlock(
  text: string,
  line: Line,
  kind: OpenBlock['kind'],
  start = line.content,
  end = line.end,
): OpenBlock {
  const { depth, item, number } = line
  const lastLine = text.slice(start, end)
  return { kind, start, end, depth, item, number, pieces: [lastLine], lastLine, width: lastLine.length }
}

export function addProseLine(text: string, block: OpenBlock, line: Line): void {
  block.lastLine = text.slice(line.content, line.end)
  block.pieces.push(' '.repeat(line.content - block.end), block.lastLine)
  block.width = Math.max(block.width, block.lastLine.length)
  block.end = line.end
}

export function beginCode(text: string, line: Line, mark: string): OpenBlock {
  const block = beginBlock(text, line, 'code')
  const { content } = skipQuotationMarks(text, line, line.depth)
  block.pieces = [hidden.repeat(block.end - block.start)]
  block.fence = { mark, indentation: line.content - content }
  return block
}

/** The minimum indentation of code without a fence. */
export const codeIndentation = 4

/** A tab is as wide as the indentation of code. */
export const measureIndentation = (blanks: string) =>
  blanks.replaceAll('\t', ' '.repeat(codeIndentation)).length

export function beginIndentedCode(text: string, line: Line, least: number): OpenBlock {
  const block = beginBlock(text, line, 'code')
  block.fence = { mark: '', indentation: line.content - line.start, least }
  return block
}

/** Adds a line to code, without quotation marks and the indentation of the fence. */
export function addCodeLine(text: string, block: OpenBlock, line: Line): 'added' | 'closing' | 'outside' {
  const { mark = '', indentation = 0, least = 0 } = block.fence ?? {}
  const { content, depth } = skipQuotationMarks(text, line, block.depth)
  if (depth < block.depth) return 'outside'
  const code = text.slice(content, line.end)
  const trimmed = code.trimStart()
  const closing = trimmed.length >= mark.length && trimmed === mark.charAt(0).repeat(trimmed.length)
  if (trimmed === '') return 'added'
  if (measureIndentation(code.slice(0, code.length - trimmed.length)) < least) return 'outside'
  const indented = closing ? code.length : Math.min(indentation, code.length - trimmed.length)
  block.pieces.push(
    text.slice(block.end, line.start),
    hidden.repeat(content - line.start + indented),
    code.slice(indented),
  )
  block.end = line.end
  return closing ? 'closing' : 'added'
}
