import { runAtOnce } from '../../shared/slices.ts'
import { renderedShape, seen } from './markdown-shape.ts'
import { hidden } from './open-block.ts'

const code = /(?<!`)(`+)(?!`)([^`]+)\1(?!`)/g
/** The alternative text of an image is not visible. */
const image = /!\[[^[\]]*\](?:\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)|\[[^[\]]*\])/g
const link = /(\[)([^[\]]+)(\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\))/g
/** Matches "[1](https://…)", "[[1]](https://…)", "[Source](https://…)": as "[1]" it is recognised as a citation. */
const citationLink =
  /(\[{1,2}\^?\d{1,3}(?:[,–-] ?\d{1,3})*\]{1,2}|(?<!\b(?:the|an?|this|that|its?|your|our|my|see|of|open|in) )\[(?:source|ref|reference|citation)s?\])(\([^()\s]+\))/gi
const strong = /(\*\*)(?=\S)((?:[^*]|\*(?!\*))+)(?<=\S)(\*\*)/g
const emphasis = /(?<![\p{L}\p{N}*])(\*)(?=[^\s*])([^*]+)(?<=\S)(\*)(?![\p{L}\p{N}*])/gu
const quotation =
  /(?<![\p{L}\p{N}])"(?=\S)[^"]{1,1000}(?<=\S)"(?![\p{L}\p{N}])|“[^“”]{1,1000}”|„[^„“”]{1,1000}[“”]|«[^«»]{1,1000}»|「[^「」]{1,1000}」|『[^『』]{1,1000}』/gu
const terminator = /[\p{Sentence_Terminal}…]/gu
const closing = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*$/u

/**
 * Hides the inline Markdown of a block and keeps its length: marks of emphasis, code and links, and the URLs of links,
 * become `hidden`; the content of inline code becomes letters, so that nothing in it looks like the end of a sentence.
 */
export function hideMarkup(shape: string): string {
  const hide = (_: string, before: string, inner: string, after: string): string =>
    hidden.repeat(before.length) + inner + hidden.repeat(after.length)
  return shape
    .replace(code, (match, ticks: string, inner: string) =>
      isQuoted(ticks, inner) ? match : hide('', ticks, 'X'.repeat(inner.length), ticks),
    )
    .replace(image, (match) => hidden.repeat(match.length))
    .replace(citationLink, (_, label: string, url: string) => label + hidden.repeat(url.length))
    .replace(link, (match, before: string, label: string, after: string) =>
      label.trim() === '' ? match : hide('', before, label, after),
    )
    .replace(strong, hide)
    .replace(emphasis, hide)
}

/** ``Quotations'', as in LaTeX and tokenised text: the text up to the next `` is not code. */
function isQuoted(ticks: string, inner: string): boolean {
  return ticks.length === 2 && inner.includes("''")
}

/** Returns a text as a reader of the rendered text sees it, except for marks at the beginnings of lines. */
export function withoutInlineMarkup(text: string): string {
  return seen(text, hideMarkup(runAtOnce(renderedShape(text))))
}

/**
 * Replaces sentence ends within quotations, all but the last of each: a quotation of several sentences is part of the
 * sentence that quotes it. A text that is one quotation from end to end stays as it is.
 *
 * @param whole Length of the text without the blanks around it, if `shape` is a window of it.
 */
export function closeQuotations(shape: string, whole = shape.trim().length): string {
  return shape.replace(quotation, (quoted) => {
    if (quoted.length >= whole) return quoted
    const end = closing.exec(quoted)?.index ?? quoted.length
    return quoted.slice(0, end).replace(terminator, ',') + quoted.slice(end)
  })
}
