import { coverage, sharedCount, stemsOf } from '../overlap.ts'
import { type AnswerType, answerTypeOf, typeMatch } from './answer-type.ts'

export const lexicalFeatures = [
  'coverage',
  'precision',
  'shared',
  'questionLengthCoverage',
  'type',
  'typeLength',
] as const

export const encoderFeatures = [
  ...lexicalFeatures,
  'cosine',
  'lengthCosine',
  'questionLengthCosine',
  'coverageCosine',
] as const

export type Features = Readonly<
  Record<(typeof lexicalFeatures)[number], number> & Partial<Record<(typeof encoderFeatures)[number], number>>
>

/** No more of a text is read, in characters, so that the time is bounded whatever comes in. */
export const longestText = 4_000

/** What is computed once a question. */
interface QuestionReading {
  readonly text: string
  readonly stems: readonly string[]
  readonly type: AnswerType
}

export function readQuestion(question: string): QuestionReading {
  const text = withoutAside(question.slice(0, longestText))
  return { text, stems: stemsOf(text), type: answerTypeOf(text) }
}

/** "Is it loud? (product: Fan 200)": what stands in brackets at the end is not what is asked. */
function withoutAside(question: string): string {
  return question.replace(/(?<!\s)\s+\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$/, '') || question
}

/**
 * Numbers about one statement and its question. `cosine`, -1 to 1, is of the encoder's vectors; without it
 * only the lexical features are there.
 */
export function featuresOf(question: QuestionReading, statement: string, cosine?: number): Features {
  const text = statement.slice(0, longestText)
  const stems = stemsOf(text)
  const covered = coverage(question.stems, stems)
  const type = typeMatch(question.type, question.text, text)
  const length = Math.log(1 + stems.length)
  const questionLength = Math.log(1 + question.stems.length)
  const lexical = {
    coverage: covered,
    precision: coverage(stems, question.stems),
    shared: Math.min(4, sharedCount(question.stems, stems)),
    questionLengthCoverage: questionLength * covered,
    type,
    typeLength: type * length,
  }
  if (cosine === undefined) return lexical
  return {
    ...lexical,
    cosine,
    lengthCosine: length * cosine,
    questionLengthCosine: questionLength * cosine,
    coverageCosine: covered * cosine,
  }
}
