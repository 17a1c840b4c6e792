/** No-break spaces, of which some fonts and languages have narrower ones. */
const noBreakSpaces = /[\u00a0\u2007\u202f]/g

/**
 * Returns a text with what a reader cannot see made the same: characters composed, no-break spaces as spaces, and no
 * soft hyphens. Models, PDF files and keyboards write "é" as one character or as two.
 */
export const asRead = (text: string): string =>
  text.normalize('NFC').replace(noBreakSpaces, ' ').replaceAll('\u00ad', '')

/** Returns the name of an item, a group or a person so that two that look the same are the same. */
export const asName = (text: string): string => asRead(text).trim()

/** Returns the words of a text as they are read, with one space between them. */
export const wordsAsRead = (text: string): string => asName(text).replaceAll(/\s+/g, ' ')

/** Folds the case of a text. Lower case alone leaves "STRASSE" and "straße", and both of the Greek sigmas, apart. */
export const foldCase = (text: string): string =>
  text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ')
