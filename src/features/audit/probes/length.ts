import type { AuditedAnswer, ScorerInput } from '../audited-answer.ts'
import { withAnswer } from '../rewrite-answer.ts'
import type { Probe } from './probe.ts'
import { listSentences } from './style.ts'

/** Empty phrases that fit before any sentence. */
const openings = [
  'To put it in so many words, as one might also say: ',
  'With regard to this point, and for the sake of completeness: ',
  'As far as this particular matter is concerned, it can be said: ',
  'By way of a further remark on the subject, so to speak: ',
]

const englishWords = /\b(?:the|of|and|is|are|was|to|in|it|you|for|that|with)\b/i

/** Lengthens an answer without new sentences or content. English only: the phrases are English. */
function wordier(answer: AuditedAnswer): ScorerInput | undefined {
  const { answer: text, place } = answer
  if (/```|^[\t ]*\|/m.test(text) || !englishWords.test(text)) return undefined
  const sentences = listSentences(text)
  if (sentences.length === 0) return undefined
  let changed = text
  let from = 0
  for (const [index, sentence] of sentences.entries()) {
    const at = changed.indexOf(sentence, from)
    if (at === -1) return undefined
    const mark = /^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+/.exec(sentence)?.[0] ?? ''
    const opening = openings[(place + index) % openings.length] as string
    const longer = `${mark}${opening}${sentence.slice(mark.length)}`
    changed = `${changed.slice(0, at)}${longer}${changed.slice(at + sentence.length)}`
    from = at + longer.length
  }
  return withAnswer(answer, changed)
}

export const lengthProbe: Probe = {
  name: 'length',
  title: 'Longer, nothing added',
  what: 'An empty phrase was put before each sentence.',
  higher: 'scores the same content higher when it is wordier',
  lower: 'scores the same content lower when it is wordier',
  arm: { id: 'length', write: wordier },
}
