/** "(docs/tower.md)", "[guide.pdf, p. 3]", "(source: Guide)" */
const source = String.raw`[[(](?:sources?:\s[^[\]()\n]{1,200}|[^\s[\]()]{1,200}\.(?:md|mdx|pdf|html?|txt|docx?)(?:[#,:][^[\]()\n]{0,60})?)[\])]`

/** What only lays a text out. */
const marks: readonly RegExp[] = [
  // An address in brackets.
  /[[(<]\s?https?:\/\/[^\s[\]()<>]*\s?[\])>]/giu,
  // "tall (docs/tower.md).", but not "the file (config.ts)".
  new RegExp(String.raw`(?<=[^\s[(]\s?)${source}(?=[.!?]*\s*$)`, 'giu'),
  // "tall [1].", but neither "array [1, 2]" nor "The list: [1]".
  /(?<=[\p{L}.!?,;"'”’)\]]\s?)\[\^?\d{1,3}\]/gu,
  /(?<=[\p{L}.!?])\[\d{1,3}(?:, ?\d{1,3})+\]/gu,
  /【[^【】]*】/gu,
  /(?<=[\p{L}.!?])[¹²³⁰⁴-⁹]+/gu,
  // "tall.5"
  /(?<=\p{L}[.!?])\d{1,3}(?=\s|$)/gu,
  // The number of a list, at the beginning, with or without a tick.
  /^\s*(?:[-*•·–✓✔✅☑☐❌✗✘]\s?)?\(?\d{1,3}[.)]\s+(?=\S)/u,
]

/** A sentence without what only lays it out: the number of a list, footnotes, addresses and sources in brackets. */
export function withoutLayout(text: string): string {
  return marks.reduce((rest, mark) => rest.replace(mark, ' '), text)
}

const sources = new RegExp(source, 'giu')

/** A text without the sources in brackets, wherever they stand. */
export const withoutSources = (text: string) => text.replace(sources, ' ')

const note = new RegExp(String.raw`^(?:\[\^?\d{1,3}\]|【[^【】]*】|[¹²³⁰⁴-⁹]+|${source}\.?)$`, 'iu')

/** Whether a sentence is a footnote's number or the name of a source, and nothing else. */
export const isNote = (text: string) => note.test(text)
