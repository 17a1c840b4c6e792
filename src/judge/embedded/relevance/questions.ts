import { splitSentences } from '../../../text/statements/sentences.ts'

/**
 * Returns the questions of a message, at least one. If it has more than one, they are separate, because a statement
 * need not answer all; otherwise the whole message counts, because the text before a question belongs to it.
 */
export function splitQuestions(message: string): string[] {
  const text = withoutAside(message)
  const line = text.replaceAll(/\s+/g, ' ')
  const questions = splitSentences(line)
    .map(({ start, end }) => line.slice(start, end))
    .filter((sentence) => /\?[^\p{L}\p{N}?]*$/u.test(sentence))
    .map((sentence) => sentence.replace(/^(?:and|or|but|so|also)\b[\s,]*/i, ''))
  return questions.length > 1 ? questions : [text]
}

/** Drops the brackets at the end, which are not part of the question: "Is it loud? (product: Fan 200)". */
function withoutAside(question: string): string {
  return question.replace(/(?<!\s)\s+\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$/, '') || question
}
