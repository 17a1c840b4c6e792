import { hidden } from './open-block.ts'

const code = /(?<!`)(`+)(?!`)([^`]+)\1(?!`)/g
const link = /(!?\[)([^[\]]+)(\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\))/g
const strong = /(\*\*)(?=\S)((?:[^*]|\*(?!\*))+)(?<=\S)(\*\*)/g
const emphasis = /(?<![\p{L}\p{N}*])(\*)(?=[^\s*])([^*]+)(?<=\S)(\*)(?![\p{L}\p{N}*])/gu
const quotation =
  /(?<![\p{L}\p{N}])"(?=\S)[^"]{1,1000}(?<=\S)"(?![\p{L}\p{N}])|“[^“”]{1,1000}”|„[^„“”]{1,1000}[“”]|«[^«»]{1,1000}»|「[^「」]{1,1000}」|『[^『』]{1,1000}』/gu
const terminator = /[\p{Sentence_Terminal}…]/gu
const closing = /[^\p{L}\p{N}]*$/u

/**
 * A block with its inline Markdown hidden, as long as the block: marks of emphasis, code and links, and the
 * addresses of links, become `hidden`; what stands in inline code becomes letters, so that nothing in it looks
 * like the end of a sentence.
 */
export function hideMarkup(shape: string): string {
  const hide = (_: string, before: string, inner: string, after: string): string =>
    hidden.repeat(before.length) + inner + hidden.repeat(after.length)
  return shape
    .replace(code, (_, ticks: string, inner: string) => hide('', ticks, 'X'.repeat(inner.length), ticks))
    .replace(link, (match, before: string, label: string, after: string) =>
      label.trim() === '' ? match : hide('', before, label, after),
    )
    .replace(strong, hide)
    .replace(emphasis, hide)
}

/**
 * Takes the ends of sentences out of quotations, all but the last of each: a quotation of several sentences is
 * part of the sentence that quotes it. A text that is one quotation from end to end is left as it is.
 */
export function closeQuotations(shape: string): string {
  const whole = shape.trim().length
  return shape.replace(quotation, (quoted) => {
    if (quoted.length >= whole) return quoted
    const end = closing.exec(quoted)?.index ?? quoted.length
    return quoted.slice(0, end).replace(terminator, ',') + quoted.slice(end)
  })
}
