/**
 * Estimates how wide a character is, in units of the font size: without a browser it is not known. DejaVu Sans and
 * Verdana, the widest of common fonts, must not need more on average, or texts would be cut.
 */
export function measureWidth(character: string): number {
  if (/[MWm@%\u{1100}-\u{10ffff}]/u.test(character)) return 1
  if (/[w\p{Lu}\u{370}-\u{10ff}]/u.test(character)) return 0.75
  if (/[\s.,:;'|!fijl]/.test(character)) return 0.35
  return /[()[\]/rt-]/.test(character) ? 0.41 : 0.63
}

/** The room that texts of the font size 12 need on the left of a drawing, with their distance from it. */
export const roomFor = (texts: readonly string[]): number =>
  Math.max(
    36,
    ...texts.map((text) => Math.ceil([...text].reduce((sum, one) => sum + measureWidth(one) * 12, 8))),
  )
