import { createHash } from 'node:crypto'
import type { Answer, DecisionRequest, Judge, Question, Questions } from '../../src/judge/contract.ts'
import { noEvidence } from './judge-by-id.ts'

/** Names that stand for the same: a careful reader's verdict does not hang on what somebody is called. */
export const names = [
  'Marta',
  'Dr. Meyer',
  'J. R. Smith',
  'O’Neill',
  'Node.js',
  'GPT-4.1',
  'U.S. Steel',
  'van der Berg',
  '李伟',
] as const

const courtesies = [
  'sure',
  'of course',
  'great question',
  'i hope this helps',
  'thank you for asking',
] as const

/** What a sentence says: its words, without marks, case, blanks, and with one name for all names. */
export function readingOf(sentence: string): string {
  const named = names.reduce((text, name) => text.replaceAll(name, 'Somebody'), sentence)
  return (named.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

export const isCourtesy = (sentence: string) =>
  courtesies.some((courtesy) => courtesy === readingOf(sentence))

const listMark = /^[\s>]*(?:[-*+]|\d+[.)])\s+/

/** The sentences of a text, apart at line breaks and stops, as they stand there; a name's own stops end nothing. */
export function sentencesOf(text: string): string[] {
  // A private character in the place of each name's stop.
  const shielded = names.reduce((one, name) => one.replaceAll(name, name.replaceAll('.', '\ue000')), text)
  return shielded
    .split(/\r?\n/)
    .flatMap((line) => line.replace(listMark, '').split(/(?<=[.!?][*_]*)\s+/))
    .map((sentence) => sentence.replaceAll('\ue000', '.'))
    .filter((sentence) => readingOf(sentence) !== '')
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The text that stands under an id anywhere in the material: 'c2' and 'c2-used' are both about c2. */
function unitOf(state: unknown, id: string): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  for (const [key, value] of Object.entries(state)) {
    if (typeof value === 'string' && key === id) return value
    const found = unitOf(value, id)
    if (found !== undefined) return found
  }
  return undefined
}

function answerTo(question: Question, chance: number): Answer {
  if (question.type === 'boolean') return { type: 'boolean', verdict: chance < 0.5 }
  const options = question.type === 'score' ? [...question.criteria.keys()] : Object.keys(question.criteria)
  const option = options[Math.floor(chance * options.length)]
  return question.type === 'score'
    ? { type: 'score', score: option as number }
    : { type: 'choice', choice: String(option) }
}

export interface CarefulJudge extends Judge {
  /** What was asked, as task, kind of question and reading of the unit. */
  readonly asked: string[]
}

/**
 * A judge whose verdict on a unit depends on everything that the unit and the rest of the material say, and on
 * nothing else: not on list marks, blanks, emphasis, courtesies, the order of anything, the ids, or on what
 * somebody is called. Where a score changes with one of these, a scorer of ours made it change.
 *
 * @param draw Another number gives other verdicts.
 */
export function carefulJudge(draw: number, { extracts = false } = {}): CarefulJudge {
  const asked: string[] = []
  return {
    id: 'careful',
    asked,
    async decide<const Q extends Questions>({ task, state, questions }: DecisionRequest<Q>) {
      const material = [
        ...new Set(
          textsIn(state)
            .flatMap(sentencesOf)
            .filter((sentence) => !isCourtesy(sentence))
            .map(readingOf),
        ),
      ].sort()
      const answers = Object.entries(questions).map(([id, question]) => {
        const [unitId = id, ...kind] = id.split('-')
        const unit = unitOf(state, unitId) ?? unitOf(state, id)
        const isCourteous = unit !== undefined && sentencesOf(unit).every(isCourtesy)
        const name = unit === undefined ? id : kind.join('-')
        const said = sentencesOf(unit ?? '')
          .filter((sentence) => !isCourtesy(sentence))
          .map(readingOf)
        if (!isCourteous) asked.push(`${task.name} ${name} ${said.join(' ')}`)
        if (isCourteous && question.type === 'choice')
          return [id, { type: 'choice', choice: 'none' in question.criteria ? 'none' : 'no' }]
        const digest = createHash('sha256')
          .update(JSON.stringify([draw, task.name, name, said, material]))
          .digest()
        return [id, answerTo(question, digest.readUInt32BE() / 2 ** 32)]
      })
      return { answers: Object.fromEntries(answers), evidence: noEvidence }
    },
    ...(extracts
      ? {
          extract: async ({ state }: { state: { answer?: unknown; source?: unknown } }) => ({
            units: textsIn([state.answer ?? state.source]).flatMap(sentencesOf),
            evidence: noEvidence,
          }),
        }
      : {}),
  }
}
