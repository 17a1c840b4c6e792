import type { DecodedText } from './decoded-text.ts'
import type { Place } from './finders.ts'
import { copula } from './label-joints.ts'

/** The end of emphasis after a label: "**Password:** …", "__Password__: …", "<b>Password:</b> …". */
const emphasis = /(?<=[\p{L}\p{N}):])(?:[*_]{1,3}|<\/\w{1,10}>)(?=[\s:=])/gu
/** The colon of "The password is: …". */
const colon = new RegExp(`(?<= ${copula}) ?:(?=\\s)`, 'giu')
/** The label of "| Password | … |", before the gap; a "Pass" or "PW" of a table is a figure. */
const cell =
  /\|[ \t]{0,9}[*_`]{0,3}(?!(?:pass|pw)[^\p{L}])\p{L}(?:[\p{L}\p{N} '/-]{0,40}[\p{L}\p{N}])?(?=(?<gap>[:*_`]{0,4}[ \t]{0,40}\|[ \t]{0,40}[*_`]{0,3})[^\s|:-])/giu
const htmlCell = /<\/t[dh]>\s{0,9}<td>(?=[^\s<])/gi
/** Between a label and a block of code with one word: a command has more than one. */
const fence = new RegExp(
  `(?<=[\\p{L})])[*_]{0,3}(?: ${copula})?:[*_]{0,3}[ \\t]{0,3}\\n{1,2}[ \\t]{0,9}\`{3}\\w{0,20}\\n[ \\t]{0,9}(?=\\S{4,200}[ \\t]{0,3}\\n[ \\t]{0,9}\`{3})`,
  'giu',
)

/** Finds what is between labels and values, with what to read instead: "is", after which no plain word is a password. */
function marksIn(text: string): Place[] {
  const find = (pattern: RegExp, joint: string) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index, groups }): Place => {
      const { gap } = groups ?? {}
      const start = gap === undefined ? index : index + found.length
      return [start, start + (gap ?? found).length, joint]
    })
  const joined = [fence, htmlCell, cell].flatMap((pattern) => find(pattern, ' is '))
  const left = [emphasis, colon].flatMap((pattern) => find(pattern, ''))
  return [...joined, ...left].sort(([one, oneEnd], [other, otherEnd]) => one - other || otherEnd - oneEnd)
}

/** Returns a text without the markup between a label and its value; undefined if there is none. */
export function withoutLabelMarks(given: string): DecodedText | undefined {
  const pieces: string[] = []
  const begins: number[] = []
  let read = 0
  const copy = (end: number) => {
    pieces.push(given.slice(read, end))
    for (; read < end; read += 1) begins.push(read)
  }
  for (const [start, end, joint = ''] of marksIn(given)) {
    if (start < read) continue
    copy(start)
    pieces.push(joint)
    begins.push(...Array.from(joint, () => start))
    read = end
  }
  if (read === 0) return undefined
  copy(given.length)
  begins.push(given.length)
  return { text: pieces.join(''), begins: Uint32Array.from(begins) }
}
