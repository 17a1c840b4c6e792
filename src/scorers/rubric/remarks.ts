import { contentWords } from '../../text/words.ts'

const thinContextWords = 6

interface Circumstances {
  readonly question: string
  readonly conversation: readonly unknown[]
  readonly context: readonly { readonly text: string }[]
}

/** What a judge should know about a question and its context that code can see. */
export function remarksOn({ question, conversation, context }: Circumstances): string[] {
  const remarks: string[] = []
  if (conversation.length === 0 && contentWords(question).length === 0)
    remarks.push('The question is ambiguous: it does not name what it is about.')
  const words = context.reduce((sum, { text }) => sum + contentWords(text).length, 0)
  if (context.length > 0 && words < thinContextWords)
    remarks.push('The context is very thin: it holds only a few words.')
  return remarks
}
