import { forEachSliced, runAtOnce, type Slices, splitIntoWindows } from '../../shared/slices.ts'
import { type Block, splitBlocks } from './blocks.ts'
import { isCitation } from './citations.ts'
import { splitIntoClauses } from './clauses.ts'
import { closeQuotations, hideMarkup } from './inline.ts'
import { renderedShape, seen } from './markdown-shape.ts'
import { type Span, sliceSentences } from './sentences.ts'

/** A piece of a text that can be judged on its own. */
export interface Statement {
  /**
   * The text that a reader of the rendered text sees: no marks of lists, quotations, emphasis, links or fences, and
   * runs of blanks as one space. Code keeps its line breaks and indentation. A heading is followed by a colon.
   */
  text: string
  /** Offset of the first UTF-16 unit in the source. */
  start: number
  /** Offset after the last: `source.slice(start, end)` is the statement as written in the source. */
  end: number
}

const letterOrDigit = /[\p{L}\p{N}]/u
export const visible = /[^\s\p{Cc}\p{Cf}\p{Cs}]/u

/**
 * Splits an answer into statements: sentences, list items, table rows and fenced code, in order and without overlaps.
 * Only a text without any visible character gives none.
 *
 * A heading, the head of a table and a lead-in such as "You need two things:" claim nothing, so as separate statements
 * they would cost a formatted answer points that the same answer without them keeps. Without them, the answer in "Yes,
 * for two reasons:" or an insult in a title would be lost. So each belongs to the next statement, or is one itself if
 * none follows.
 *
 * Rules, lone emoji, citations and anything else without letters or digits belong to the sentence before them or are
 * dropped, unless the text has nothing else: "👍" is one statement. Time is linear in the length of the text.
 */
export function splitStatements(source: string): Statement[] {
  return runAtOnce(sliceStatements(source))
}

/** Like {@link splitStatements}, with pauses. */
export function* sliceStatements(source: string): Slices<Statement[]> {
  const statements: Statement[] = []
  let labels: Statement[] = []
  for (const [index, block] of (yield* splitBlocks(yield* renderedShape(source))).entries()) {
    if (index % blocksInSlice === 0) yield
    yield* forEachSliced(yield* splitBlock(source, block), ({ label, ...statement }) => {
      if (label) labels.push(statement)
      else {
        statements.push(labels.length > 0 ? joined([...labels, statement]) : statement)
        labels = []
      }
    })
  }
  const all = statements.concat(labels)
  if (all.length > 0 || !visible.test(source)) return all
  const start = source.length - source.trimStart().length
  const end = source.trimEnd().length
  return [{ text: source.slice(start, end).replace(/\s+/g, ' '), start, end }]
}

/** The number of blocks between two pauses. Most blocks have one sentence or a few. */
const blocksInSlice = 50

/** Splits a block; a label only announces the next statement. */
function* splitBlock(source: string, block: Block): Slices<(Statement & { label: boolean })[]> {
  const shape = block.kind === 'code' ? block.shape : yield* inWindows(block.shape, hideMarkup)
  const spans = yield* findSentences(block.kind, shape)
  const pieces: (Statement & { label: boolean })[] = []
  yield* forEachSliced(spans, ({ start, end }, index) => {
    const text = visibleText(source, block, shape, { start, end })
    if (!letterOrDigit.test(text) || (isCitation(text) && (index > 0 || !text.startsWith('(')))) return
    const leadsIn = block.kind === 'prose' && index === spans.length - 1 && /[:：]$/.test(text)
    pieces.push({
      text,
      start: block.start + start,
      end: block.start + end,
      label: leadsIn || isTitle(block, text),
    })
  })
  return pieces
}

/** Changes a text in windows of 32,000 characters. Marks across two windows stay as they are. */
function* inWindows(shape: string, change: (window: string) => string): Slices<string> {
  let changed = ''
  for (const window of splitIntoWindows(shape)) {
    changed += change(window)
    if (changed.length < shape.length) yield
  }
  return changed
}

function* findSentences(kind: Block['kind'], shape: string): Slices<Span[]> {
  if (kind === 'prose') {
    const whole = shape.trim().length
    const sentences = yield* sliceSentences(
      yield* inWindows(shape, (window) => closeQuotations(window, whole)),
    )
    return sentences.flatMap((sentence) => splitIntoClauses(shape, sentence))
  }
  const start = shape.length - shape.trimStart().length
  return [{ start, end: Math.max(start, shape.trimEnd().length) }]
}

/** Returns whether a heading is a title: "# The answer is 42." is a sentence that happens to be large. */
function isTitle(block: Block, text: string): boolean {
  return block.kind === 'heading' && !/[.!。！]$/.test(text)
}

function visibleText(source: string, block: Block, shape: string, { start, end }: Span): string {
  const slice = source.slice(block.start + start, block.start + end)
  const masked = shape.slice(start, end)
  if (block.kind === 'code')
    return seen(slice, masked)
      .replace(/^\s*[\n\r\u2028\u2029]/, '')
      .trimEnd()
  return seen(slice, masked).replace(/\s+/g, ' ').trim()
}

function joined(parts: [...Statement[], Statement]): Statement {
  const text = parts.map(({ text }, index) =>
    index < parts.length - 1 && !/[:：?？]$/.test(text) ? `${text}:` : text,
  )
  return { text: text.join(' '), start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 }
}
