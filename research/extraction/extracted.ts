import type { Sample } from './answers.ts'

const clause = /(?:;|,? (?:and|but|while|so)) (?=(?:it|they|he|she|we|you|i|the|this|these|there) )/i
const connective = /^(?:however|also|additionally|moreover|furthermore|therefore|overall|in addition),? /i

const invention = 'It is widely considered an outstanding achievement.'

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
const withoutWord = (text: string, random: () => number) => {
  const words = text.split(' ')
  return words.toSpliced(Math.floor(random() * words.length), 1).join(' ')
}

export interface Extracted {
  readonly text: string
  /** Whether a word or all of it is the judge's own. */
  readonly ownWords: boolean
}

/**
 * What a decent judge makes of an answer: clauses apart, spelling and apostrophes mended, connectives left out. Now
 * and then it loses a word, puts its own in the place of one, leaves a sentence out, joins two, or adds what is not there.
 */
export function extracted({ meant }: Sample, random: () => number): Extracted[] {
  const units: Extracted[] = []
  for (const sentence of meant) {
    const fate = random()
    if (fate < 0.03) continue
    let parts = random() < 0.7 ? sentence.split(clause) : [sentence]
    parts = parts.map((part) => capital(part.trim().replace(connective, ''))).filter((part) => part !== '')
    if (fate < 0.08) parts = parts.map((part) => withoutWord(part, random)).filter((part) => part !== '')
    const text = parts.map((text) => ({ text, ownWords: false }))
    const last = units.at(-1)
    if (fate >= 0.08 && fate < 0.13)
      units.push(
        ...parts.map((part) => ({ text: part.replace(/\b\p{L}{6,}\b/u, 'certain'), ownWords: true })),
      )
    else if (fate >= 0.13 && fate < 0.14) units.push(...text, { text: invention, ownWords: true })
    else if (fate > 0.96 && last !== undefined)
      units[units.length - 1] = {
        ...last,
        text: `${last.text.replace(/[.!?]$/, '')} and ${parts.join(' and ')}`,
      }
    else units.push(...text)
  }
  return units
}
