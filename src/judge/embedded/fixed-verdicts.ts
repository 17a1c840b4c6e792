import { isErrorText } from '../../text/error-text.ts'
import { words } from '../../text/words.ts'

export interface FixedVerdict {
  readonly verdict: 'no' | 'unsure'
  /** Why, as a phrase about the statement. */
  readonly because: string
}

const asksAboutErrors = /error|exception|\b[45]\d\d\b/i

/** Says that there is no answer, and goes on to none: a "but" may bring one after all. */
export const noAnswer =
  /^(?:(?:i(?:['’]m| am) )?(?:sorry|afraid)\b.{0,40}|unfortunately\b.{0,20})?(?:i (?:(?:do not|don['’]t|cannot|can['’]t) (?:know|say|tell|answer|find)|(?:could not|couldn['’]t) find|have no (?:information|idea))|(?:the |this |my )?(?:documentation|docs?|context|sources?|text|passages?|documents?) (?:do(?:es)? not|doesn['’]t|don['’]t) (?:say|mention|contain|cover|specify|state|provide|include|answer)|there is no (?:information|mention|answer)|(?:it is|that is|it['’]s) (?:not known|unknown))\b(?!.*\b(?:but|however|though)\b)/i

/** The verdict that needs no measuring, whatever was asked; undefined where the statement must be judged. */
export function fixedVerdict(question: string, statement: string): FixedVerdict | undefined {
  const said = words(statement)
  if (said.length === 0) return { verdict: 'no', because: 'says nothing' }
  if (isErrorText(statement) && !asksAboutErrors.test(question)) {
    return { verdict: 'no', because: 'is an error message' }
  }
  if (said.join(' ') === words(question).join(' ')) return { verdict: 'no', because: 'repeats the question' }
  if (noAnswer.test(statement)) return { verdict: 'unsure', because: 'says that the answer is not known' }
  return undefined
}
