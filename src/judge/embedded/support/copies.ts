import { splitSentences } from '../../../text/statements/sentences.ts'
import { words } from '../../../text/words/words.ts'
import { type Breath, type ContextReading, readSentence, type SentenceReading } from './read-context.ts'

/**
 * Returns the pieces that contain the claim word for word, sentence by sentence; undefined if one of its
 * sentences is in none. These pieces support the claim, whatever else is found.
 */
export async function findCopies(
  claim: SentenceReading,
  context: ContextReading,
  breath: Breath,
): Promise<string[] | undefined> {
  const pieces = new Set<string>()
  for (const { start, end } of splitSentences(claim.text)) {
    const piece = await findCopy(readSentence(claim.text.slice(start, end)), context, breath)
    if (piece === undefined) return undefined
    pieces.add(piece)
  }
  return [...pieces]
}

async function findCopy(
  sentence: SentenceReading,
  { sentences, sentencesWith }: ContextReading,
  breath: Breath,
): Promise<string | undefined> {
  const wanted = asWritten(sentence.text)
  const places = sentence.senses.map((sense) => sentencesWith.get(sense) ?? [])
  const fewest = places.reduce((least, next) => (next.length < least.length ? next : least), places[0] ?? [])
  for (const index of fewest) {
    const other = sentences[index]
    const mayBe = other !== undefined && other.senses.length === sentence.senses.length
    if (mayBe && asWritten(other.text) === wanted) return other.piece
    await breath.take()
  }
  return undefined
}

/** The words, and the signs of numbers: "$5" is not "€5", and "-5" not "5". */
const asWritten = (text: string): string =>
  [...words(text), ...(text.match(/[$€£%]|(?<![^\s(])-(?=\d)/g) ?? [])].join(' ')
