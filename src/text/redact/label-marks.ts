import type { View } from './view.ts'

/** The end of emphasis after a label: "**Password:** …", "__Password__: …", "<b>Password:</b> …". */
const emphasis = '(?<=[\\p{L}\\p{N}):])(?:[*_]{1,3}|<\\/\\w{1,10}>)(?=[\\s:=])'
/** The colon of "The password is: …". */
const colon = '(?<= (?:is|ist|lautet|est|es|è|é)) ?:(?=\\s)'
/** Between the two cells of "| Password | … |"; a "Pass" or "PW" of a table is a figure. */
const cell =
  "(?<=\\|[ \\t]{0,9}[*_`]{0,3}(?!(?:pass|pw)[^\\p{L}])\\p{L}[\\p{L}\\p{N} _/'-]{0,40}):?[*_`]{0,3}:?[ \\t]{0,40}\\|[ \\t]{0,40}[*_`]{0,3}(?=[^\\s|:-])"
const htmlCell = '<\\/t[dh]>\\s{0,9}<td>(?=[^\\s<])'
/** Between a label and a block of code with one word: a command has more than one. */
const fence =
  '(?<=[\\p{L})])[*_]{0,3}(?: (?:is|ist|lautet|est|es|è|é))?:[*_]{0,3}[ \\t]{0,3}\\n{1,2}[ \\t]{0,9}`{3}\\w{0,20}\\n[ \\t]{0,9}(?=\\S{4,200}[ \\t]{0,3}\\n[ \\t]{0,9}`{3})'
const marks = new RegExp(`(?<between>${fence}|${cell}|${htmlCell})|${emphasis}|${colon}`, 'giu')

/**
 * Returns a text without the markup between a label and its value; a cell or a block is joined by "is", after which no
 * plain word is a password.
 *
 * @returns undefined if there is none.
 */
export function withoutLabelMarks(given: string): View | undefined {
  const pieces: string[] = []
  const begins: number[] = []
  let read = 0
  const copy = (end: number) => {
    pieces.push(given.slice(read, end))
    for (; read < end; read += 1) begins.push(read)
  }
  for (const { 0: mark, index, groups } of given.matchAll(marks)) {
    copy(index)
    const joint = groups?.between === undefined ? '' : ' is '
    pieces.push(joint)
    begins.push(...Array.from(joint, () => index))
    read = index + mark.length
  }
  if (read === 0) return undefined
  copy(given.length)
  begins.push(given.length)
  return { text: pieces.join(''), begins: Uint32Array.from(begins) }
}
