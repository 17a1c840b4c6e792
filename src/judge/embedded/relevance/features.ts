import { words } from '../../../text/words/words.ts'
import { coverage, sharedCount, stemWords } from '../overlap.ts'
import { bestMatch } from './answer-type.ts'
import { type AnswerType, findAnswerTypes } from './question-type.ts'
import { splitQuestions } from './questions.ts'

export const lexicalFeatures = [
  'coverage',
  'precision',
  'shared',
  'questionLengthCoverage',
  'type',
  'typeLength',
  'words',
  'confirmation',
] as const

export const encoderFeatures = [
  'cosine',
  'cosineSquared',
  'questionLengthCoverage',
  'type',
  'typeLength',
  'words',
] as const

/** The encoder's features are present only if the encoder is. */
export type Features = Readonly<Record<(typeof lexicalFeatures)[number], number>> &
  Readonly<Partial<Record<(typeof encoderFeatures)[number], number>>>

/** The maximum number of characters read from a text, which bounds the time for any input. */
export const longestText = 4_000

/** Values that are computed once per question. */
export interface QuestionReading {
  readonly text: string
  readonly stems: readonly string[]
  /** The kinds of answers that it asks for. */
  readonly types: readonly AnswerType[]
}

/** Returns the questions of a message, at least one. */
export function readQuestions(message: string): QuestionReading[] {
  return splitQuestions(message.slice(0, longestText)).map((text) => ({
    text,
    stems: stemWords(text),
    types: findAnswerTypes(text),
  }))
}

/**
 * Returns the features of one statement and its question. `cosine`, -1 to 1, is that of the encoder's
 * vectors; without it there are only the lexical features.
 */
export function measureFeatures(question: QuestionReading, statement: string, cosine?: number): Features {
  const text = statement.slice(0, longestText)
  const stems = stemWords(text)
  const covered = coverage(question.stems, stems)
  const type = bestMatch(question.types, question.text, text).match
  const lexical = {
    coverage: covered,
    precision: coverage(stems, question.stems),
    shared: Math.min(4, sharedCount(question.stems, stems)),
    questionLengthCoverage: Math.log(1 + question.stems.length) * covered,
    type,
    typeLength: type * Math.log(1 + stems.length),
    words: Math.log(1 + words(text).length),
    confirmation: question.types.includes('confirmation') ? 1 : 0,
  }
  return cosine === undefined ? lexical : { ...lexical, cosine, cosineSquared: cosine ** 2 }
}
