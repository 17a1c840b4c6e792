import type { ScorerMaterial } from '../contents/material.ts'
import { bracketsSentence, peopleChangeLines, peopleLines } from '../contents/people.ts'
import { terminalText } from '../safe-text.ts'
import type { Paint } from './paint.ts'
import { wrap } from './table.ts'

/** What people would score, with what to know about it. */
export function peopleText(scorers: readonly ScorerMaterial[], width: number, paint: Paint): string {
  const lines = [...peopleLines(scorers), ...peopleChangeLines(scorers)].flatMap(
    ({ name, sentence, notes }) => [
      wrap(terminalText(`${name}: ${sentence}`), width),
      ...notes.map((note) => wrap(paint('yellow', terminalText(note)), width)),
    ],
  )
  const brackets = bracketsSentence(scorers)
  return [...lines, ...(brackets === undefined ? [] : [wrap(brackets, width)])].join('\n')
}
