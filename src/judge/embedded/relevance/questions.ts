import { splitSentences } from '../../../text/sentences.ts'

/**
 * What a message asks, one at least: its questions where it has more than one, which a statement need not answer all,
 * and else the whole message, because what stands before a question belongs to it.
 */
export function questionsOf(message: string): string[] {
  const text = withoutAside(message)
  const line = text.replaceAll(/\s+/g, ' ')
  const questions = splitSentences(line)
    .map(({ start, end }) => line.slice(start, end))
    .filter((sentence) => /\?[^\p{L}\p{N}?]*$/u.test(sentence))
    .map((sentence) => sentence.replace(/^(?:and|or|but|so|also)\b[\s,]*/i, ''))
  return questions.length > 1 ? questions : [text]
}

/** "Is it loud? (product: Fan 200)": what stands in brackets at the end is not what is asked. */
function withoutAside(question: string): string {
  return question.replace(/(?<!\s)\s+\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$/, '') || question
}
