/** A line of a text, without the quotation and list marks before its content. Offsets into the text. */
export interface Line {
  start: number
  /** Start of the content: after indentation, `>` and list marks. */
  content: number
  /** End of the line, without its line break. */
  end: number
  /** The number of `>` before the content. */
  depth: number
  /** Whether there is a list mark before the content. */
  item: boolean
  /** The number of the list item, and its position: `2.`, `2)` or `(2)`. */
  number?: { value: number; start: number }
}

const lineBreak = /\r\n|[\n\r\u2028\u2029]/g
/** `> 90 %` and `>= 3` at the start of a line are comparisons, not quotations. */
const quotationMark = /\s*>(?!\s*[\d.=])[^\S\r\n]?/y
const bullet = /\s*[-*+•‣⁃◦▪●○·](?:\s+\[[ xX]\])?\s+(?=\S)/y
const numberMark = /\s*(\(?(\d{1,9})[.)])\s+(?=\S)/y
/** Stays in the statement, because "b) Paris" may answer a question by its letter. */
const letterMark = /\s*(?=\(?[a-zA-Z]\)\s+\S)/y
const indentation = /\s*/y

/** Yields the lines of a text, which end with any of CR, LF, CRLF, U+2028 and U+2029. */
export function* splitLines(text: string): Generator<Line> {
  let start = 0
  for (const { index, 0: mark } of text.matchAll(lineBreak)) {
    yield readMarks(text.slice(start, index), start)
    start = index + mark.length
  }
  yield readMarks(text.slice(start), start)
}

function readMarks(text: string, start: number): Line {
  const line: Line = { start, content: start, end: start + text.trimEnd().length, depth: 0, item: false }
  let at = 0
  const reads = (mark: RegExp): RegExpExecArray | null => {
    mark.lastIndex = at
    const match = mark.exec(text)
    if (match) at = mark.lastIndex
    return match
  }
  for (;;) {
    if (reads(quotationMark)) {
      line.depth += 1
      continue
    }
    if (reads(bullet)) {
      line.item = true
      continue
    }
    const number = reads(numberMark)
    if (!number) break
    line.item = true
    line.number = { value: Number(number[2]), start: start + at - number[0].trimStart().length }
  }
  if (reads(letterMark)) line.item = true
  reads(indentation)
  line.content = Math.min(start + at, line.end)
  return line
}

/** Skips at most `depth` quotation marks; returns the start of the content, and how many it skipped. */
export function skipQuotationMarks(
  text: string,
  line: Line,
  depth: number,
): { content: number; depth: number } {
  const source = text.slice(line.start, line.end)
  let content = 0
  let read = 0
  while (read < depth) {
    quotationMark.lastIndex = content
    if (!quotationMark.test(source)) break
    content = quotationMark.lastIndex
    read += 1
  }
  return { content: line.start + content, depth: read }
}
