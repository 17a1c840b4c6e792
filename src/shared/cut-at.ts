const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The longest characters, such as families with skin tones, take 30 code units, and flags are read in pairs. */
const nearby = 512

/**
 * Cuts a longer text to at most this length, never within a character as it is read: a letter with its marks, an emoji
 * with its parts.
 */
export function cutAt(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) return text
  const from = Math.max(0, maximumLength - nearby)
  const around = segmenter.segment(text.slice(from, maximumLength + nearby))
  return text.slice(0, from + (around.containing(maximumLength - from)?.index ?? 0))
}
