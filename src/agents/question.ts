import { stem } from '../text/words/words.ts'
import { searchWords } from './search-index.ts'

/** Words that say how to answer, or that are only polite; never what a question is about. */
const askingWords = new Set(
  `does when why happen happens work works use please tell show give explain describe mean means example examples
  hello hi hey good morning thank thanks ok okay bye`.split(/\s+/),
)

/** "Verdict" within a sentence is the project, which its own pages seldom name. */
const projectName = /(?<=\w,?\s)Verdict(?:['’]s)?(?!\w)/g

const refersBack = /\b(?:it|its|that|this|they|them|their|those|these)\b/i
const asksForCode =
  /\bhow (?:can|do|does|to|should|would)\b|\bexamples?\b|\busage\b|\binstall(?:ing)?\b|\bcode\b/i
const asksForDefinition =
  /^\s*(?:and |so )?what(?:['’]s| is| are| does)\b|\bdefin(?:e|ition)\b|\bmean(?:s|ing)?\b/i

/** The topic of a question, and the kind of answer it asks for. */
export interface Question {
  /** The words to search for; empty for a greeting or an empty question. */
  readonly words: readonly string[]
  readonly wantsCode: boolean
  readonly wantsDefinition: boolean
}

function wordsToLookFor(text: string): string[] {
  const found = new Map(searchWords(text).map((word) => [stem(word), word]))
  return [...found.values()].filter((word) => !askingWords.has(word))
}

/**
 * Reads a question.
 *
 * @param previous The question before it. It is taken in if this one refers back to it: "How do I use it?"
 */
export function readQuestion(text: string, previous = ''): Question {
  const withoutName = wordsToLookFor(text.replace(projectName, ' '))
  const own = withoutName.length > 0 ? withoutName : wordsToLookFor(text)
  // A question with words enough of its own stands on its own, whatever its "that" refers to.
  const isFollowUp = own.length < 3 && refersBack.test(text)
  const before = isFollowUp ? readQuestion(previous).words : []
  return {
    words: [...new Set([...before, ...own])],
    wantsCode: asksForCode.test(text),
    wantsDefinition: asksForDefinition.test(text),
  }
}
