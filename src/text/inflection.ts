import { stem } from './words.ts'

/**
 * A folded word without what its forms differ in: the commonest English endings, and in Japanese the kana behind
 * the characters ("作る" and "作り" are "作"). For comparing, not for showing.
 */
export function inflectionless(folded: string): string {
  const characters = /^\p{Script=Han}+(?=\p{Script=Hiragana}+$)/u.exec(folded)
  return characters?.[0] ?? stem(folded)
}
