/** What only lays a text out. */
const marks: readonly RegExp[] = [
  // An address in brackets.
  /[[(<]\s?https?:\/\/[^\s[\]()<>]*\s?[\])>]/giu,
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

/** A sentence without what only lays it out: the number of a list, footnotes, addresses in brackets. */
export function withoutLayout(text: string): string {
  return marks.reduce((rest, mark) => rest.replace(mark, ' '), text)
}

/** Whether a sentence is a footnote's number and nothing else. */
export const isNote = (text: string) => /^(?:\[\^?\d{1,3}\]|【[^【】]*】|[¹²³⁰⁴-⁹]+)$/u.test(text)
