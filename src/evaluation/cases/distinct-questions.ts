import { cosine, type Encoder } from '../../judge/embedded/encoder.ts'
import { wordsAsRead } from '../../text/as-read.ts'
import { isForeign } from '../../text/words/english.ts'
import { readAsked, readConversation } from '../../transcript/question.ts'

/**
 * Questions with a higher cosine count as close. Of 120 rewordings of 60 questions to a shop, 68 % are; so are 60 % of
 * 60 questions made to differ in little ("tonight", "tomorrow night"), and none of the 1,770 pairs of the questions.
 */
const close = 0.7

/** The encoder would take seconds for a longer text. */
const longestCompared = 4_000
/** Of characters that it does not know, and of a word alone, it makes nearly the same of all. */
const fewestWords = 3

async function isComparable(text: string): Promise<boolean> {
  if (text.length > longestCompared || /[\p{L}--\p{Script=Latin}]/v.test(text)) return false
  return (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= fewestWords && !(await isForeign(text))
}

/** Tells which questions are close in meaning to an earlier one, to choose one of each kind. */
export class DistinctQuestions {
  readonly #encoder: Encoder
  readonly #texts = new Set<string>()
  readonly #vectors: Float32Array[] = []
  /** How many were close to an earlier one, and how many had no text. */
  readonly leftOut = { close: 0, empty: 0 }

  constructor(encoder: Encoder) {
    this.#encoder = encoder
  }

  /**
   * Returns whether no earlier question is close, and remembers this one if so. A question of fewer
   * than three words, in another language or of more than 4,000 characters is close only to one in the same words. The user's earlier turns are
   * part of a question; one without text is never new.
   *
   * @param runInput `run.input` of a scorer, in any shape.
   */
  async add(runInput: unknown, signal?: AbortSignal): Promise<boolean> {
    const earlier = readConversation(runInput).filter(({ role }) => role === 'user')
    const turns = [...earlier.map((turn) => turn.text), readAsked(runInput)]
    const text = wordsAsRead(turns.filter(Boolean).join('\n'))
    if (text === '') {
      this.leftOut.empty += 1
      return false
    }
    const isNew = await this.#remember(text, signal)
    if (!isNew) this.leftOut.close += 1
    return isNew
  }

  async #remember(text: string, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#texts.has(text)) return false
    if (await isComparable(text)) {
      const [vector] = (await this.#encoder.encode([text], signal)) as [Float32Array]
      if (this.#vectors.some((other) => cosine(other, vector) >= close)) return false
      this.#vectors.push(vector)
    }
    this.#texts.add(text)
    return true
  }
}
