import { cutAt } from './cut-at.ts'

/**
 * Cuts a longer text to at most this length, after a word if one ends in the second half of what there is room for, and
 * never within a character as it is read.
 */
export function cutAfterWord(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) return text
  const end = text.slice(0, maximumLength + 1).search(/\s\S*$/)
  return (end > maximumLength / 2 ? text.slice(0, end) : cutAt(text, maximumLength)).trimEnd()
}
