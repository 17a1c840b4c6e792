import { isErrorText } from '../../text/error-text.ts'
import { splitSentences } from '../../text/statements/sentences.ts'
import { words } from '../../text/words/words.ts'
import { splitQuestions } from './relevance/questions.ts'

const asksAboutErrors =
  /error|exception|\b[45]\d\d\b|\b(?:null|undefined|nan|returns?|values?|types?|prints?)\b/i

/** Matches a text that says that there is no answer and gives none: a "but" may bring one after all. */
export const noAnswer =
  /^(?:(?:i(?:['’]m| am) )?(?:sorry|afraid)\b.{0,40}|unfortunately\b.{0,20})?(?:i (?:(?:do not|don['’]t|cannot|can['’]t) (?:know|say|tell|answer|find)|(?:could not|couldn['’]t) find|have no (?:information|idea))|(?:the |this |my )?(?:documentation|docs?|context|sources?|text|passages?|documents?) (?:do(?:es)? not|doesn['’]t|don['’]t) (?:say|mention|contain|cover|specify|state|provide|include|answer)|there is no (?:information|mention|answer)|(?:it is|that is|it['’]s) (?:not known|unknown))\b(?!.*\b(?:but|however|though)\b)/i

/** Words before a request in its sentence: "Sure, ", "To check this, ", "I can help, but ". */
const leadIn = String.raw`^\W*(?:(?:sure|of course|certainly|okay|ok|thanks|thank you|happy|i['’]?d? (?:can|would|will|am|be)|i['’](?:d|ll|m)|to|so|before|first|for|in order|once|unfortunately|sorry)\b[^.!?]{0,80}[,;:–—]\s{0,3}(?:but |and |so |then )?)?`
const please = '(?:please |kindly )?'
/** Matches "Could you give me", "please tell me", "may I have", "I need your": requests, however polite. */
const request = new RegExp(
  String.raw`${leadIn}(?:(?:(?:please|kindly|(?:could|can|would|will) (?:you|u)|would you mind|do you mind|mind) ${please}(?:(?:provid|shar|tell|send|specify|confirm|clarify|descri|stat|rephras)\w*|(?:giv|let)\w* (?:me|us)(?! know (?:if|whether|when))|explain what)|(?:may|could|can|might) (?:i|we) ${please}(?:have|ask|get|see|know)|i(?:['’]ll|['’]d| will| would)? (?:just |first |also )?need (?:your|to know)|do you (?:happen to )?(?:have|know) (?:your|which|what|the)|tell (?:me|us))\b)`,
  'i',
)
/** Matches "Which order is it?", but not an offer, which asks for nothing that is needed. */
const openQuestion = new RegExp(
  String.raw`${leadIn}(?:which|what|whose|who|where|when|how (?:many|much|long|old)|do you mean|did you mean|do you have|are you|is it)\b[^.!?]{1,120}\?\W*$`,
  'i',
)

/** Matches "I can check that for you." */
const promises = /^\W*(?:i|we)(?:['’]ll| can| will| could|['’]d)\b/i

/** Returns whether a text only asks or is polite, and asks for something that the answer needs. */
function asksBack(text: string): boolean {
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end))
  const asks = (sentence: string) => openQuestion.test(sentence) || request.test(sentence)
  return (
    sentences.some(asks) &&
    sentences.every((sentence) => asks(sentence) || promises.test(sentence) || whyNoClaim(sentence))
  )
}

/** Returns the verdict that needs no measuring, whatever the question; undefined if there is none. */
export function fixedVerdict(
  question: string,
  statement: string,
):
  | {
      readonly verdict: 'no' | 'unsure'
      /** Why, as a phrase about the statement. */
      readonly because: string
    }
  | undefined {
  const statementWords = words(statement)
  if (statementWords.length === 0) return { verdict: 'no', because: 'says nothing' }
  if (isErrorText(statement) && !asksAboutErrors.test(question)) {
    return { verdict: 'no', because: 'is an error message' }
  }
  const said = statementWords.join(' ')
  if ([question, ...splitQuestions(question)].some((asked) => words(asked).join(' ') === said))
    return { verdict: 'no', because: 'repeats the question' }
  if (noAnswer.test(statement) && splitSentences(statement).length === 1)
    return { verdict: 'no', because: 'says only that the answer is not known' }
  if (asksBack(statement)) return { verdict: 'unsure', because: 'asks something the asker must answer first' }
  return undefined
}

/** A pattern, the phrase that describes it, and how many words may follow the match. */
type Kind = readonly [pattern: RegExp, phrase: string, mostWordsBehind?: number]

/** The kinds of text that are only polite. */
const politeKinds: readonly Kind[] = [
  [
    /^\W*(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|welcome|bye|goodbye|see you)\b/i,
    'is a greeting',
    4,
  ],
  [
    /^\W*(?:(?:many )?thanks?\b(?! to\b)|thank you\b|you(?:['’]re| are) (?:very )?welcome|(?:i )?hope (?:this|that|it) helps|(?:it(?:['’]s| is) )?(?:my pleasure|no problem)|great question|good question)/i,
    'is a courtesy',
    8,
  ],
  [
    /^\W*(?:sure|of course|certainly|absolutely|okay|ok|great|gladly|with pleasure|all ?right|fine|cool|wow|hm+|lol|i see|got it|noted|understood)(?:\W+(?:thing|i can help(?: you)?(?: with that)?|happy to help|let['’]?s(?: \p{L}+){1,5}))?[^\p{L}\p{N}_]*$/iu,
    'is a courtesy',
  ],
]

/** The kinds of text that make no claim, in the order of testing. */
const kinds: readonly Kind[] = [
  ...politeKinds,
  [
    /^\W*(?:please )?(?:let me know|feel free to|don['’]t hesitate|if you (?:have|need|want|would like)\b.{0,80}\b(?:let me know|feel free|ask|tell me|happy to)|(?:i am|i['’]m|i['’]d be|i would be|we are|we['’]re) (?:happy|glad|here) to|i can (?:help|assist|also|look)|would you like|do you want)\b/i,
    'is an offer',
  ],
  [request, 'is a request'],
  [
    /^\W*(?:(?:i(?:['’]m| am) (?:very )?(?:sorry|afraid)|sorry|unfortunately|i apologi[sz]e)\b.{0,30}?\b)?(?:i|we) (?:cannot|can['’]t|can not|am not able to|['’]m not able to|am unable to|won['’]t|will not|must decline to) (?:help|assist|answer|provide|comply|do that|discuss|share|support|give)\b/i,
    'is a refusal',
  ],
  [noAnswer, 'says only that something is not known or not said'],
  [
    /^\W*(?:here(?: is|['’]s| are)\b|below (?:is|are)\b|the following\b).{0,120}:\W*$/i,
    'announces what follows',
  ],
]

/**
 * Returns a phrase on why a text makes no claim; undefined if it makes one, as far as a few patterns can
 * tell. A step ("Click Save.") is a claim.
 */
export function whyNoClaim(text: string): string | undefined {
  if (words(text).length === 0) return 'says nothing'
  if (isErrorText(text)) return 'is an error message'
  if (/^[^.!?]*\?\W*$/.test(text)) return 'is a question'
  return kinds.find((kind) => isOfKind(text, kind))?.[1]
}

/** Returns a phrase on how a text is only polite: "is a greeting"; undefined if it is more. */
export function whyPolite(text: string): string | undefined {
  return politeKinds.find((kind) => isOfKind(text, kind))?.[1]
}

function isOfKind(text: string, [pattern, , mostWordsBehind]: Kind): boolean {
  const start = pattern.exec(text)?.[0]
  if (start === undefined || mostWordsBehind === undefined) return start !== undefined
  const behind = text.slice(start.length)
  // A number may be the claim, and a longer word is a different word: "welcomed".
  if (/^\p{L}|[\p{N}_]/u.test(behind)) return false
  return (behind.match(/[\p{L}'’]+/gu)?.length ?? 0) <= mostWordsBehind
}
