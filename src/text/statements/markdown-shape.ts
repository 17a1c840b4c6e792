import { forEachSliced, type Slices } from '../../shared/slices.ts'
import { citationElement } from './citations.ts'
import { isBreaking, isMentioned, markup, type Tag, tagPattern } from './html.ts'
import { hidden } from './open-block.ts'

const address = String.raw`<?(?:[a-z][a-z0-9+.-]{1,20}:\S|[.\/#]|www\.|[^\s.]{1,100}\.[a-z]{2})[^\s<>]{0,2000}>?`
const quoted = String.raw`(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\([^()\n]{0,300}\))`

const definitionOfLink = String.raw`(?<=^[^\S\n]{0,3})\[(?:(?!\^)[^\[\]\n]{1,200}\]:[^\S\n]{0,9}${address}(?:[^\S\n]{1,9}${quoted})?[^\S\n]{0,9}$|\^[\w-]{1,30}\]:)`

const declaration = String.raw`<!doctype\s[^<>]{1,300}>|<\?xml\s[^<>?]{1,300}\?>`
/** ":::note" and ":::", around a note. Its title stays. */
const container = String.raw`(?<=^[^\S\n]{0,9}):{3,}[^\S\n]{0,3}(?:[a-z][\w-]{0,20})?(?:[^\S\n]{0,3}\{[^{}\n]{0,200}\})?(?![^\s[])`
/** Fields of a page, before its text. Names in upper case are text between rules. */
const frontMatter =
  /^\s{0,9}---[^\S\n]*\n(?:[a-z][\w-]{0,40}:(?:[^\S\n][^\n]*)?\n(?:[^\S\n]+\S[^\n]*\n|- [^\n]*\n)*)+---[^\S\n]*(?:\n|$)/

/** Environments that hold others, such as "cases", but not each other. */
const environment = String.raw`(?:equation|align(?:at)?|gather|multline|eqnarray|displaymath|math)\*?\}`

/** Possible non-text, and code and formulas, which are not searched further; the first match counts. */
const kinds = [
  /^[ \t>*+\d.)-]{0,40}(?<fence>`{3,}(?=[^`\n]*$)|~{3,})/imu,
  /(?<ticks>`+)/imu,
  /(?<unseen><!--|<!\[CDATA\[|<(?:script|style|noscript|svg)(?:\s[^<>]{0,1000})?>)/imu,
  // "10<sup>2</sup>" without its tags would be 102, and "tall<sup>1</sup>" is a citation.
  /(?<power><sup>(?:<a [^<>]{1,200}>)?[[(]?(?:\d[^<>]{0,20}|\p{L})[\])]?(?:<\/a>)?<\/sup>)/imu,
  new RegExp(`(?<citation>${citationElement})`, 'imu'),
  new RegExp(`(?<tag>${tagPattern})`, 'imu'),
  new RegExp(`(?<blank>${definitionOfLink}|&nbsp;|${declaration}|${container})`, 'imu'),
  /(?<stop>&(?:#46|#33|#63|#8230|#x2e|#x21|#x3f|#x2026|period|excl|quest|hellip);(?=[\s<]|$))/imu,
  new RegExp(
    String.raw`(?<formula>\\\[(?:[^\\\n]|\\[^[\]]|\n(?![^\S\n]*\n)){1,2000}\\\]|\$\$(?:[^$\n]|\n(?![^\S\n]*\n)){1,2000}\$\$|\\begin\{${environment}(?:[^\\\n]|\\(?!(?:begin|end)\{${environment})|\n(?![^\S\n]*\n)){1,2000}\\end\{${environment})`,
    'imu',
  ),
]
const [fenced, ...others] = kinds.map(({ source }) => source)
/** All but fences begin with one of these characters, which is checked first because most places have none of them. */
const special = new RegExp(`${fenced}|(?=[\`<[&:\\\\$])(?:${others.join('|')})`, 'gimu')

const closingFence = /^[ \t>]{0,40}(`{3,}|~{3,})[ \t\r]{0,40}$/gm
const codeInTicks = /(?:[^`\n]|\n(?![^\S\n]*\n))+(`+)/y

/** A stretch of the source, and its replacement of the same length. */
interface Change {
  readonly start: number
  readonly end: number
  readonly shape: string
}

/** The number of matches between two pauses. */
const matchesInSlice = 200

/**
 * Returns a Markdown text, with its length unchanged, without the parts that a reader of the page does not see: tags,
 * comments and scripts are `hidden`, link definitions are blanks, and tags that end a statement are line breaks, with
 * the marks of headings and list items. Formulas, and code in tags, become letters, so that nothing in them looks like
 * the end of a sentence. Code in backticks or fences, and tags that are only mentioned, stay. Linear in the length of
 * the text.
 */
export function* renderedShape(source: string): Slices<string> {
  if (!/[<$&]|\\(?:\[|begin)|\]:|:::|^\s*---/.test(source)) return source
  const changes: Change[] = []
  const fields = frontMatter.exec(source)?.[0] ?? ''
  if (fields !== '') changes.push({ start: 0, end: fields.length, shape: blanksFor(fields) })
  const tags: Tag[] = []
  const pattern = new RegExp(special)
  pattern.lastIndex = fields.length
  const findUnseen = unseenIn(source)
  let count = 0
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    count += 1
    if (count % matchesInSlice === 0) yield
    const { 0: whole, index: start, groups = {} } = match
    const end = start + whole.length
    const { fence, ticks, unseen, tag, formula, blank, stop } = groups
    if (fence !== undefined) pattern.lastIndex = endOfFence(source, fence, end)
    else if (ticks !== undefined) pattern.lastIndex = endOfCode(source, ticks, end)
    else if (unseen !== undefined) {
      if (unseen !== '<!--' && isMentioned(source, { start, end })) continue
      const change = findUnseen(start, end, unseen)
      if (change === undefined) continue
      changes.push(change)
      pattern.lastIndex = change.end
    } else if (tag !== undefined) tags.push(toTag(groups, start, end))
    else if (formula !== undefined) changes.push({ start, end, shape: lettersFor(formula) })
    else if (stop !== undefined) changes.push({ start, end, shape: stopIn(stop).padEnd(stop.length, hidden) })
    else if (blank !== undefined && !(blank.startsWith('<') && isMentioned(source, { start, end })))
      changes.push({ start, end, shape: ' '.repeat(whole.length) })
  }
  const known = yield* markup(source, tags)
  const marks = tags.filter((tag) => known.has(tag))
  const lines = trackLines(source)
  yield* forEachSliced(marks, (tag) => changes.push({ ...tag, shape: maskTag(tag, lines(tag.start)) }))
  return yield* inLetters(yield* applied(source, changes), codeIn(marks))
}

/** @returns A function that finds the end of an unseen part, and remembers which ends are missing. */
function unseenIn(source: string) {
  const missing = new Set<string>()
  return (start: number, from: number, opening: string): Change | undefined => {
    const name = /^<(\w+)/.exec(opening)?.[1]?.toLowerCase()
    const ending = name !== undefined ? `</${name}\\s{0,40}>` : opening === '<!--' ? '-->' : '\\]\\]>'
    if (missing.has(ending)) return undefined
    const pattern = new RegExp(ending, 'gi')
    pattern.lastIndex = from
    const found = pattern.exec(source)
    if (found === null) {
      missing.add(ending)
      return undefined
    }
    const end = found.index + found[0].length
    return { start, end, shape: hidden.repeat(end - start) }
  }
}

function endOfFence(source: string, fence: string, from: number): number {
  closingFence.lastIndex = from
  for (let match = closingFence.exec(source); match !== null; match = closingFence.exec(source))
    if (match[1]?.startsWith(fence)) return closingFence.lastIndex
  return source.length
}

/** Returns the end of the code that backticks open; the position right after them if they open none. */
function endOfCode(source: string, ticks: string, from: number): number {
  codeInTicks.lastIndex = from
  return codeInTicks.exec(source)?.[1] === ticks ? codeInTicks.lastIndex : from
}

function toTag(
  { name = '', slash, attributes }: { [group: string]: string },
  start: number,
  end: number,
): Tag {
  return { name: name.toLowerCase(), start, end, closes: slash !== '', hasAttributes: attributes !== '' }
}

/** @returns A function that says for ascending positions whether their line is a row of a table. */
function trackLines(source: string) {
  let line = { start: 0, end: -1, isRow: false }
  return (place: number) => {
    while (line.end < place) {
      const start = line.end + 1
      const end = source.indexOf('\n', start)
      const isRow = /^[^\S\n]{0,40}\|/.test(source.slice(start, start + 41))
      line = { start, end: end < 0 ? source.length : end, isRow }
    }
    return line
  }
}

function maskTag(tag: Tag, line: { readonly start: number; readonly isRow: boolean }): string {
  const length = tag.end - tag.start
  if (!isBreaking(tag)) return (line.start === tag.start ? ' ' : hidden).repeat(length)
  if (line.isRow) return ' '.repeat(length)
  const level = /^h([1-6])$/.exec(tag.name)?.[1]
  const mark = tag.closes ? '' : level !== undefined ? '# ' : tag.name === 'li' ? '- ' : ''
  return `${' '.repeat(length - 2 - mark.length)}\n\n${mark}`
}

/** Returns the outermost code in tags. */
function codeIn(tags: readonly Tag[]): { start: number; end: number }[] {
  const code: { start: number; end: number }[] = []
  let depth = 0
  let start = 0
  for (const tag of tags.filter(({ name }) => ['code', 'pre'].includes(name))) {
    if (!tag.closes && depth === 0) start = tag.end
    depth += tag.closes ? -1 : 1
    if (depth === 0) code.push({ start, end: tag.start })
  }
  return code
}

function stopIn(reference: string): string {
  if (/46|2e|period/i.test(reference)) return '.'
  if (/33|x21|excl/i.test(reference)) return '!'
  return /63|3f|quest/i.test(reference) ? '?' : '…'
}

const blanksFor = (text: string) => text.replace(/[^\n]/g, ' ')

const lettersFor = (code: string) => code.replace(/[^ \t\uffff]/g, 'X')

const inLetters = (shape: string, stretches: readonly { start: number; end: number }[]) =>
  applied(
    shape,
    stretches.map(({ start, end }) => ({ start, end, shape: lettersFor(shape.slice(start, end)) })),
  )

/** Returns the visible text of a stretch of the source with this shape. */
export function seen(source: string, shape: string): string {
  if (source === shape) return source
  let text = ''
  for (let index = 0; index < shape.length; index++) {
    const mark = shape.charAt(index)
    if (mark !== hidden) text += mark === 'X' ? source.charAt(index) : mark
  }
  return text
}

function* applied(source: string, changes: readonly Change[]): Slices<string> {
  if (changes.length === 0) return source
  const pieces: string[] = []
  let last = 0
  yield* forEachSliced(
    changes.toSorted((a, b) => a.start - b.start),
    ({ start, end, shape }) => {
      pieces.push(source.slice(last, start), shape)
      last = end
    },
  )
  pieces.push(source.slice(last))
  return pieces.join('')
}
