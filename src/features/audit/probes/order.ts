import type { AuditedAnswer, ScorerInput } from '../audited-answer.ts'
import { withAnswer } from '../rewrite-answer.ts'
import type { Probe } from './probe.ts'
import { listSentences } from './style.ts'

/** Reverses sentences, or the lines of a list. */
function reversed(answer: AuditedAnswer): ScorerInput | undefined {
  const { answer: text } = answer
  if (/```|^[\t ]*\||^[\t ]*#/m.test(text)) return undefined
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const sentences = listSentences(text)
  if (sentences.length < 2) return undefined
  const isOneALine = lines.length === sentences.length && lines.length > 1
  return withAnswer(answer, [...(isOneALine ? lines : sentences)].reverse().join(isOneALine ? '\n' : ' '))
}

export const orderProbe: Probe = {
  name: 'order',
  title: 'Statements in reverse order',
  what: 'The sentences of the answer were reversed, and each was compared with itself in the other place.',
  higher: 'rates a statement higher when it is among the first',
  lower: 'rates a statement higher when it is among the last',
  arm: { id: 'order', write: reversed },
  compares: 'places of units',
}

export const optionsProbe: Probe = {
  name: 'options',
  title: 'Options in reverse order',
  what: 'The judge was shown the options of its questions in reverse order.',
  higher: 'scores higher when the options are shown in reverse order',
  lower: 'scores lower when the options are shown in reverse order',
  arm: {
    id: 'options',
    write: ({ input, output, groundTruth }) => ({ input, output, groundTruth }),
    reversesOptions: true,
  },
}
