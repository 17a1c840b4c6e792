import { words } from '../../../text/words/words.ts'

const asksOpenly = /\b(?:what|which|how|when|where)\b/i
/** Matches the verb of a question to the assistant: "What can you not do?", "what do you need from me?" */
const toAssistant =
  /\b(can|could|do|will|would)(n?['’]t)? you( not| never)? (?:(?:only|usually|normally) )?([a-z]+)/i
/** Matches what the assistant says of itself: "I can't give advice", "We only need your name". */
const fromAssistant =
  /^\W{0,4}(?:(?:then|so),? )?(?:I|we) (?:(never|cannot|can['’]t|won['’]t|(?:can|could|do|will|would|am|are) ?(?:not|never|n['’]t)) )?(?:(?:can|could|will|would|only|usually|normally|always|also|just|mostly) )*(?!(?:am|was|have|had|apologi[sz]e|think|hope)\b)([a-z]+) [a-z]/i

/** Words of questions about any assistant: a question with another word is about that. */
const ofAny = new Set(
  "what which how when where can can't could couldn't do don't will won't would wouldn't you not never only usually normally i me my we us help assist answer questions need know tell offer support work with from for to of the about before in and or this things kind kinds sort here".split(
    ' ',
  ),
)

/**
 * Returns whether a statement of the assistant about itself is what a question about the assistant asks for: "What can
 * you help me with?" "I can find your order." Neither words nor vectors show it, since the answer may be about anything.
 */
export function tellsOfItself(question: string, statement: string): boolean {
  const [, auxiliary, shortNot, not, verb = ''] = toAssistant.exec(question) ?? []
  if (auxiliary === undefined || !asksOpenly.test(question)) return false
  if (!words(question).every((word) => ofAny.has(word))) return false
  const [, denies, said] = fromAssistant.exec(statement) ?? []
  if (said === undefined || ((shortNot ?? not) !== undefined) !== (denies !== undefined)) return false
  const asksWhatItDoes = /^c/i.test(auxiliary) || /^(?:do|help|offer|answer|assist|support)$/i.test(verb)
  return asksWhatItDoes || said.toLowerCase() === verb.toLowerCase()
}
