import { contentWords } from '../../../text/words.ts'
import { sense } from './alike.ts'

/** A word in capitals that does not begin the sentence, or a pair of them that does. */
const name = /(?<=[\p{L}\p{N}'’,;:)"-] )\p{Lu}[\p{L}'’-]+|^[^\p{L}\p{N}_]*\p{Lu}\p{L}+(?= \p{Lu}\p{L})/gu

/** The words of names in one sentence, each by its sense. */
export function namesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(name)].flatMap(([found]) =>
      found
        .split(/[^\p{L}\p{M}'’-]+/u)
        .flatMap((written) => contentWords(written).map((word) => [sense(word), written] as const)),
    ),
  )
}
