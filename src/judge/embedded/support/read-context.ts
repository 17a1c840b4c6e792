import { setImmediate } from 'node:timers/promises'
import { inSlices } from '../../../shared/slices.ts'
import { withoutCitations } from '../../../text/statements/citations.ts'
import { withoutInlineMarkup } from '../../../text/statements/inline.ts'
import { renderedShape, seen } from '../../../text/statements/markdown-shape.ts'
import { splitSentences } from '../../../text/statements/sentences.ts'
import { contentWords, stem, words } from '../../../text/words/words.ts'
import { stemWords } from '../overlap.ts'
import { type NumberRange, numbersIn } from './numbers.ts'
import { inPlainWords, inWords, shapeOf } from './plain-data.ts'
import { isNegated, sense } from './words.ts'

/** The features of a sentence, of the context or of a claim. */
export interface SentenceReading {
  readonly text: string
  /** The senses of its content words, in order. */
  readonly senses: readonly string[]
  /** All of its words, stemmed. */
  readonly stems: ReadonlySet<string>
  readonly numbers: readonly NumberRange[]
  /** The words of names as written, by sense. */
  readonly names: ReadonlyMap<string, string>
  readonly negated: boolean
}

export interface ContextSentence extends SentenceReading {
  /** Id of its piece. */
  readonly piece: string
  /** The keys of a record in JSON: as they are, and their senses. */
  readonly record?: { readonly shape: string; readonly keys: ReadonlySet<string> }
}

export interface ContextReading {
  readonly sentences: readonly ContextSentence[]
  /** The sentences that have each sense, by index. */
  readonly sentencesWith: ReadonlyMap<string, readonly number[]>
  /** All senses in alphabetical order. */
  readonly vocabulary: readonly string[]
}

/** The number of a list, with or without a tick. */
const listNumber = /^\s*(?:[-*•·–✓✔✅☑☐❌✗✘]\s?)?\(?\d{1,3}[.)]\s+(?=\S)/u

export function readSentence(written: string): SentenceReading {
  const text = withoutCitations(written).replace(listNumber, '').trim()
  return {
    text,
    senses: stemWords(text).map(sense),
    stems: new Set(words(text).map(stem)),
    numbers: numbersIn(text),
    names: namesIn(text),
    negated: isNegated(text),
  }
}

/** Reads the pieces of a context, in time that is linear in their length. */
export async function readContext(
  pieces: ReadonlyMap<string, string>,
  breath: Breath,
): Promise<ContextReading> {
  const sentences: ContextSentence[] = []
  const sentencesWith = new Map<string, number[]>()
  for (const [piece, text] of pieces) {
    for (const marked of splitIntoLines(seen(text, await inSlices(renderedShape(text))))) {
      const text = withoutInlineMarkup(marked)
      const part = inPlainWords(text)
      const record = readRecord(text)
      for (const { start, end } of splitSentences(part)) {
        const sentence = { ...readSentence(part.slice(start, end)), piece, ...(record && { record }) }
        for (const word of new Set(sentence.senses)) {
          const places = sentencesWith.get(word)
          if (places) places.push(sentences.length)
          else sentencesWith.set(word, [sentences.length])
        }
        sentences.push(sentence)
        await breath.take()
      }
    }
  }
  return { sentences, sentencesWith, vocabulary: [...sentencesWith.keys()].sort() }
}

function readRecord(text: string): ContextSentence['record'] {
  const shape = shapeOf(text)
  return shape === undefined ? undefined : { shape, keys: new Set(stemWords(inWords(shape)).map(sense)) }
}

/** The maximum length of a sentence, which bounds the work between two breaths. */
const longestPart = 4_000

/** Yields the lines of a text, splitting the longest at a space. */
function* splitIntoLines(text: string): Generator<string> {
  for (const line of text.split(/\n+/)) {
    let start = 0
    while (line.length - start > longestPart) {
      const blank = line.lastIndexOf(' ', start + longestPart)
      const end = blank > start ? blank : start + longestPart
      yield line.slice(start, end)
      start = end
    }
    if (start < line.length) yield line.slice(start)
  }
}

/** A capitalised word that does not begin the sentence, or a pair of them that does. */
const name = /(?<=[\p{L}\p{N}'’,;:)"-] )\p{Lu}[\p{L}'’-]+|^[^\p{L}\p{N}_]*\p{Lu}\p{L}+(?= \p{Lu}\p{L})/gu

/** Returns the words of names in one sentence, each by its sense. */
export function namesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(name)].flatMap(([found]) =>
      found
        .split(/[^\p{L}\p{M}'’-]+/u)
        .flatMap((written) => contentWords(written).map((word) => [sense(word), written] as const)),
    ),
  )
}

/** Lets other work run between pieces of long work. */
export interface Breath {
  /**
   * Await it often: it gives the event loop a turn once 10 ms have passed.
   *
   * @throws The reason of the signal if it is aborted.
   */
  take(): Promise<void> | undefined
}

const longestHold = 10

export function breathing(signal: AbortSignal | undefined): Breath {
  let since = performance.now()
  const yieldTurn = async () => {
    await setImmediate()
    signal?.throwIfAborted()
    since = performance.now()
  }
  return { take: () => (performance.now() - since < longestHold ? undefined : yieldTurn()) }
}
