import { forEachSliced, type Slices } from '../shared/slices.ts'
import { wordTokens } from './tokens.ts'
import { windowsOf } from './windows.ts'
import { foldWord } from './words.ts'

/** The words of a text in order, as they stand there and folded. */
export interface TextWords {
  readonly tokens: readonly string[]
  readonly folded: readonly string[]
}

/** Marks that stand on no letter are no word, nor is what joins them. */
const letterOrDigit = /[\p{L}\p{N}]/u

export function* textWords(text: string): Slices<TextWords> {
  const tokens: string[] = []
  const folded: string[] = []
  for (const piece of windowsOf(text)) {
    yield* forEachSliced(wordTokens(piece), (token) => {
      const word = foldToken(token)
      if (!letterOrDigit.test(word)) return
      tokens.push(token)
      folded.push(word)
    })
    yield
  }
  return { tokens, folded }
}

/** A word as it is compared: folded, and "1,000" and "1000" are one number; a decimal comma stays. */
export function foldToken(token: string): string {
  const word = foldWord(token)
  return /^\d{1,3}(?:,\d{3})+(?!\d)/.test(word) ? word.replaceAll(',', '') : word
}
