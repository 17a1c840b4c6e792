import type { TextRequest } from '../../src/judge/contract.ts'
import { answerByChance, chanceOf, fakeJudge } from './fake-judge.ts'

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

const readingsOf = (texts: readonly string[]) =>
  texts
    .flatMap(sentencesOf)
    .filter((sentence) => !isCourtesy(sentence))
    .map(readingOf)

/**
 * A judge whose verdict on a unit depends on everything that the unit and the rest of the material say, and on
 * nothing else: not on list marks, blanks, emphasis, courtesies, the order of anything, the ids, or on what
 * somebody is called. Where a score changes with one of these, a scorer of ours made it change.
 *
 * @param draw Another number gives other verdicts.
 */
export function carefulJudge(draw: number, { extracts = false } = {}) {
  /** What was asked, as task, kind of question and reading of the unit. */
  const asked: string[] = []
  const judge = fakeJudge({
    id: 'careful',
    answer(question, id, { task, state }) {
      const [unitId = id, ...kind] = id.split('-')
      const unit = unitOf(state, unitId) ?? unitOf(state, id)
      const isCourteous = unit !== undefined && sentencesOf(unit).every(isCourtesy)
      const name = unit === undefined ? id : kind.join('-')
      const said = readingsOf([unit ?? ''])
      if (!isCourteous) asked.push(`${task.name} ${name} ${said.join(' ')}`)
      if (isCourteous && question.type === 'choice') return 'none' in question.criteria ? 'none' : 'no'
      const material = [...new Set(readingsOf(textsIn(state)))].sort()
      return answerByChance(question, chanceOf(JSON.stringify([draw, task.name, name, said, material])))
    },
    ...(extracts && {
      extract: ({ state }: TextRequest) => textsIn([state.answer ?? state.source]).flatMap(sentencesOf),
    }),
  })
  return { ...judge, asked }
}
