/**
 * Cuts a longer text to at most this length, after a word if one ends in the second half of what there is room for, and
 * never within a code point.
 */
export function cutAfterWord(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) return text
  const end = text.slice(0, maximumLength + 1).search(/\s\S*$/)
  const cut = text.slice(0, end > maximumLength / 2 ? end : maximumLength)
  return cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
}
