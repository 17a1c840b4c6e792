import { withoutInlineMarkup } from '../../../text/statements/inline.ts'
import { splitSentences } from '../../../text/statements/sentences.ts'
import type { AuditedAnswer, ScorerInput } from '../audited-answer.ts'
import { withAnswer } from '../rewrite-answer.ts'
import type { Probe } from './probe.ts'

const listMark = /^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+/gm
const hasListMark = (text: string) => new RegExp(listMark.source, 'm').test(text)
const hasStructure = (text: string) => /```|^[\t ]*\||^[\t ]*#|^[\t ]*>/m.test(text)

export const listSentences = (text: string): string[] =>
  splitSentences(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((sentence) => sentence !== '')

/** Returns undefined for a text that is already a list, or has code, tables or headings. */
function proseSentences({ answer }: AuditedAnswer): string[] | undefined {
  if (hasListMark(answer) || hasStructure(answer)) return undefined
  const sentences = listSentences(answer)
  return sentences.length < 2 ? undefined : sentences
}

function asList(answer: AuditedAnswer): ScorerInput | undefined {
  const sentences = proseSentences(answer)
  return sentences && withAnswer(answer, sentences.map((one) => `- ${one}`).join('\n'))
}

/** Turns each line of a list into a sentence, and removes emphasis. */
function asProse(answer: AuditedAnswer): ScorerInput | undefined {
  const text = answer.answer
  if (hasStructure(text) || !(hasListMark(text) || /\*\*|__/.test(text))) return undefined
  const lines = text
    .replace(listMark, '')
    .split(/\n+/)
    .map((line) => withoutInlineMarkup(line).trim())
    .filter((line) => line !== '')
  const prose = lines.map((line) => (/[.!?:;,…。！？]["'”’)]?$/.test(line) ? line : `${line}.`)).join(' ')
  return prose === text.trim() ? undefined : withAnswer(answer, prose)
}

/** Sets the longest word of each sentence in bold. */
function asBold(answer: AuditedAnswer): ScorerInput | undefined {
  if (hasStructure(answer.answer) || /\*\*|__/.test(answer.answer)) return undefined
  let changed = 0
  let text = answer.answer
  for (const sentence of listSentences(answer.answer)) {
    const [longest] = (sentence.match(/\p{L}{4,}/gu) ?? []).sort((one, other) => other.length - one.length)
    if (longest === undefined) continue
    const bold = sentence.replace(longest, `**${longest}**`)
    if (text.includes(sentence)) changed += 1
    text = text.replace(sentence, () => bold)
  }
  return changed === 0 ? undefined : withAnswer(answer, text)
}

export const styleProbes: readonly Probe[] = [
  {
    name: 'list',
    title: 'Written as a list',
    what: 'Each sentence of the answer became a line of a list.',
    higher: 'scores the same content higher when it is a list',
    lower: 'scores the same content lower when it is a list',
    arm: { id: 'list', write: asList },
  },
  {
    name: 'prose',
    title: 'Written as prose',
    what: 'Lists became running sentences, and bold became plain.',
    higher: 'scores the same content higher when it is plain prose',
    lower: 'scores the same content lower when it is plain prose',
    arm: { id: 'prose', write: asProse },
  },
  {
    name: 'bold',
    title: 'With words in bold',
    what: 'The longest word of each sentence was set in bold.',
    higher: 'scores the same content higher when words are in bold',
    lower: 'scores the same content lower when words are in bold',
    arm: { id: 'bold', write: asBold },
  },
]
