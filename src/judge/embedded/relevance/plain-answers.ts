import { contentWords, stem, words } from '../../../text/words/words.ts'
import { whyNoClaim, whyPolite } from '../no-claim.ts'
import { likeness, stemWords } from '../overlap.ts'
import { bestMatch } from './answer-type.ts'
import type { QuestionReading } from './features.ts'
import type { AnswerType } from './question-type.ts'

/** Matches a choice without a name: "Both.", "Neither of them.", "The second one." */
const unnamed =
  /^\W*(?:both|either|neither|none|any|the (?:first|second|third|former|latter|last))(?: one| of them)?\W*$/i
const asks = /^\W*(?:what|which|who|whom|whose|when|where|why|how)\b/i

const readLastWord = (text: string) => contentWords(text).slice(-1)
const readFirstWord = (text: string) => contentWords(text).slice(0, 1)

/**
 * Returns one stemmed word for each option in a question: the words on either side of "or", and before it
 * between commas ("Which is better, tea, milk or coffee?"). Empty if it offers no choice.
 */
function listChoices(question: string): string[] {
  const [before = '', ...after] = question.split(/\bor\b/i)
  if (after.length === 0) return []
  const listed = before.split(/[,:;]/)
  const named = listed.length > 1 ? listed.filter((part) => !asks.test(part)) : listed
  return [...named.flatMap(readLastWord), ...after.flatMap(readFirstWord)].map(stem)
}

/** Returns whether the statement picks one of the question's options: "Tea or coffee?" "I take coffee." */
function chooses(question: string, statement: string): boolean {
  const stems = stemWords(statement)
  const named = listChoices(question).filter((choice) => stems.includes(choice))
  return named.length === 1 || (named.length > 1 && /\b(?:both|neither|either)\b/i.test(statement))
}

const longestChoice = 3

/** Returns whether the statement is one of the options and little else: "Coffee.", "The second one." */
function isChosen(question: string, statement: string): boolean {
  if (listChoices(question).length === 0 || words(statement).length > longestChoice) return false
  return unnamed.test(statement) || chooses(question, statement)
}

const asksForQuestions = /\b(?:ask|questions?|say)\b/i
/** Matches the label of a question, after words that announce it: "Here is the customer's question:". */
const labelled =
  /^\W{0,9}(?:(?:here|is|was|to|on|in|of|about|regarding|answering|your|you|the|this|that|a|my|our|user|customer|user['’]s|customer['’]s|original|next|first|following|asked)\s{1,3}){0,8}q(?:uestion)?\s?:/i
/** Returns whether words follow the end of a sentence. */
function goesOn(text: string): boolean {
  const end = text.search(/[.!?]\s/)
  return end >= 0 && /[\p{L}\p{N}]/u.test(text.slice(end))
}

function endsAsking(text: string): boolean {
  const mark = text.lastIndexOf('?')
  return mark >= 0 && !/\w/.test(text.slice(mark))
}

/** Returns whether it only asks: in "It fits. Question: does it fold?" the first part may be the answer. */
function isQuestion(asked: QuestionReading, statement: string): boolean {
  const label = labelled.exec(statement)?.[0]
  const behind = statement.slice(label?.length)
  // If its answer follows, it is more than a question: "Q: how many pages does it hold? A: 80."
  if (label !== undefined && !goesOn(behind))
    // "To your question: 80 pages" has the same label before an answer.
    return words(label).length === 1 || endsAsking(behind) || addsNothing(asked, behind)
  const end = statement.search(/[.!?]/)
  const isLast = !/[\p{L}\p{N}]/u.test(statement.slice(end))
  return end >= 0 && statement[end] === '?' && isLast && !/\bquestion\s?:/i.test(statement.slice(0, end))
}
const yesOrNo =
  /^\W*(?:yes|no|yeah|yep|nope|not really|not at all|correct|indeed|definitely|absolutely)(?:[,.;:!–—]|\s*$| (?:it|they|you|we|he|she|there|that|this|these|those|but|because|not|and)\b)/i

/** "Should I take an umbrella?" asks for advice, but offers no choice. */
const asksYesOrNo = ({ types, text }: QuestionReading) =>
  types.includes('confirmation') || (/^\W*should (?:i|we)\b/i.test(text) && !/\bor\b/i.test(text))

/** Words about asking, or about things in general, that say nothing about the subject of the question. */
const empty = new Set('question ask answer want know thing call name one say tell fact inform'.split(' '))

/** The kinds that a bare answer is enough for: "Eight.", "Portuguese.". */
const bareTypes: readonly AnswerType[] = ['number', 'date', 'money', 'duration', 'person', 'place', 'any']
const longestBareAnswer = 3
const saysMore =
  /\b(?:is|are|was|were|has|have|had|can|will|be|(?:i|it|we|you|they) may|knows?|var(?:y|ies)|differs?|depends?|appl(?:y|ies)|please)\b/i

/** Returns whether the statement adds no word of its own: "The warranty covers what the warranty covers." */
function addsNothing(asked: QuestionReading, statement: string): boolean {
  const stems = stemWords(statement).filter((word) => !empty.has(word))
  if (stems.some((word) => /\d/.test(word) && !asked.stems.includes(word))) return false
  return stems.every((word) => asked.stems.some((known) => likeness(word, known) > 0))
}

/** Requests whose answer is made of their own words: "Summarise: The cat sat on the mat and slept all day." */
const worksOnText =
  /^\W*(?:please\s+|(?:can|could|would) you\s+(?:please\s+)?)?(?:summari[sz]e|shorten|condense|rewrite|rephrase|reword|paraphrase|simplify|translate|correct|proofread|extract|format|sort|repeat|spell|fix)\b/i

const asksQuestion = /\?|\b(?:who|whom|whose|what|which|when|where|why|how)\b/i

/** What says that a request was carried out: "Your subscription has been cancelled.", "I turned it on.", "Timer set." */
const saysDone =
  /\b(?:have|has|had)(?: now| just| already)? been\b|\b(?:is|are|was|were) (?!not\b)|\b(?:I|we)(?:['’]ve)? (?!can|could|will|would|won['’]t|am|are|do(?:n['’]t| not))\w+|\b(?:set|sent|done|made|turned|booked|added|cancelled|canceled|removed|started|stopped|saved|changed|updated)\b/i
/** "Done." */
const onlyDone =
  /^\W*(?:(?:ok|okay|sure|all right)\W+)?(?:(?:it is|it['’]s|all) )?(?:done|finished|completed|all set)\W*$/i

/** Returns whether a statement may repeat the words of a text and answer it: a request that is done, or works on a text. */
function mayRepeat(text: string, statement: string): boolean {
  return worksOnText.test(text) || (!asksQuestion.test(text) && saysDone.test(statement))
}

const fewestKeywords = 5

/** Returns whether it is a row of words, not a sentence: "Vaccines Kenya travel health vaccines needed." */
function isKeywords(asked: QuestionReading, statement: string): boolean {
  const all = words(statement)
  if (all.length < fewestKeywords || contentWords(statement).length < all.length) return false
  // The row of a table has no function words either.
  if (statement.includes('|')) return false
  // "Jane Austen wrote Emma" has no function words either, but gives the name that the question asks for.
  if (bestMatch(asked.types, asked.text, statement).match === 1) return false
  const stems = [...new Set(stemWords(statement))]
  return 5 * stems.filter((word) => asked.stems.includes(word)).length >= 2 * stems.length
}

/** Words between those of a name or a number: "The end of May", "About 80". */
const betweenNames = new Set(
  'a an the of and or in on at by to from for with about around only just over under up than after before until till since during every each next last any all my our your his her their'.split(
    ' ',
  ),
)

/** Beginnings of short sentences that name nothing: "Contact support.", "Nobody knows.", "Sounds good." */
const namesNothing =
  /^\W*(?:(?:no|some|every|any)(?:body| ?one)(?: else)?\W*(?:$|\w+s\b)|(?:one (?:more|last) thing|depends|contact|ask|check|see|visit|call|email|try|click|press|tap|buy|order|read|follow|subscribe|sign|log|join|get|let|enjoy|feel|discover|explore|learn|download|stay|wait|keep|look|thanks?|welcome|hello|dear|sounds?|looks?|seems?|glad|delighted|sorry|sure|nice|good|great|understood|noted|done|congratulations|cheers|perfect|maybe|perhaps|possibly|unknown|loading|error|interesting|n\/a|alright|right|wonderful|awesome|excellent|cool|greetings|regards|best|bye|have|happy)\b)/i

/**
 * Returns whether a text is like a name or a number: "I agree." and "Let me check." have words that only sentences have,
 * "Cats love milk." has more than one in lower case after the first.
 */
function isName(text: string): boolean {
  const own = text
    .replace(/\b(?:did|does|do|it)\W*$/i, '')
    .split(/\s+/)
    .filter((word) => word !== '' && !betweenNames.has(word.toLowerCase()))
  return (
    own.every((word) => contentWords(word).length > 0) &&
    own.slice(1).filter((word) => /^\W*\p{Ll}/u.test(word)).length < 2
  )
}

/** Returns whether it gives a price or a time, or has no letter: none of these is a place. */
const isMeasure = (statement: string) =>
  !/\p{L}/u.test(statement) || bestMatch(['money', 'duration'], '', statement).match === 1

/** Returns the kind of answer that a few words give, and how well they match it; undefined if they are no answer. */
function readBareAnswer(asked: QuestionReading, statement: string) {
  const { type, match } = bestMatch(asked.types, asked.text, `It is ${statement}`)
  if (!bareTypes.includes(type) || saysMore.test(statement) || words(statement).length > longestBareAnswer)
    return undefined
  if (namesNothing.test(statement) || whyNoClaim(statement) !== undefined) return undefined
  return addsNothing(asked, statement) ? undefined : { type, match }
}

/** Returns whether the form of a few words shows the kind of answer asked for: "Eight.", "In May 1999." */
function isBareAnswer(asked: QuestionReading, statement: string): boolean {
  const { type, match } = readBareAnswer(asked, statement) ?? { type: 'any', match: 0 }
  if (type === 'any' || type === 'place') return false
  // "Monday." and "Soon." are no dates, but answer when.
  if (type === 'date' && match >= 0.7) return match === 1 || isName(statement)
  return match === 1 && (type !== 'person' || isName(statement))
}

/** Returns whether a few words may name what is asked for, which their form cannot show: "Portuguese.", "Lisbon." */
export function isBareName(asked: QuestionReading, statement: string): boolean {
  const { type } = readBareAnswer(asked, statement) ?? {}
  return (type === 'any' || (type === 'place' && !isMeasure(statement))) && isName(statement)
}

/**
 * Returns the verdict that the form of a statement settles, whatever its words mean: a question, a repetition
 * and a row of keywords answer nothing; "Yes." and a bare name or number answer questions that ask for one.
 * undefined if the form settles nothing.
 *
 * @param isWhole Whether the statement is the whole answer.
 */
export function plainVerdict(
  asked: QuestionReading,
  statement: string,
  isWhole: boolean,
):
  | {
      readonly verdict: 'yes' | 'no'
      /** Why, as a phrase about the statement. */
      readonly because: string
    }
  | undefined {
  const isOpen = !asked.types.includes('confirmation') && !chooses(asked.text, statement)
  if (isQuestion(asked, statement) && !asksForQuestions.test(asked.text))
    return { verdict: 'no', because: 'asks a question' }
  const polite = asksQuestion.test(asked.text) && isOpen ? whyPolite(statement) : undefined
  if (polite !== undefined) return { verdict: 'no', because: polite }
  if (asksYesOrNo(asked) && yesOrNo.test(statement) && words(statement).length <= 8)
    return { verdict: 'yes', because: 'begins with yes or no, or the like' }
  if (!asksQuestion.test(asked.text) && onlyDone.test(statement))
    return { verdict: 'yes', because: 'says that it is done' }
  if (isChosen(asked.text, statement)) return { verdict: 'yes', because: 'names one of the choices' }
  if (isOpen && asked.stems.length > 0 && !mayRepeat(asked.text, statement) && addsNothing(asked, statement))
    return { verdict: 'no', because: 'adds hardly a word to those of the question' }
  if (isKeywords(asked, statement)) return { verdict: 'no', because: 'looks like a list of keywords' }
  return isWhole && isBareAnswer(asked, statement)
    ? { verdict: 'yes', because: 'answers in a few words' }
    : undefined
}
