import type { ScorerMaterial } from '../contents/material.ts'
import { bracketsSentence, peopleChangeLines, peopleLines } from '../contents/people.ts'
import { none } from '../format.ts'
import { markdownText } from '../safe-text.ts'
import { cell, type Section, section } from './section.ts'

/** What people would score, and by how much they would find a run better than its baseline. */
export function peopleSection(scorers: readonly ScorerMaterial[]): Section {
  const lines = [...peopleLines(scorers), ...peopleChangeLines(scorers)]
  const brackets = bracketsSentence(scorers)
  const title = `As people would score${brackets === undefined ? '' : ` (${brackets.replace(/\.$/, '').toLowerCase()})`}`
  return section(
    title,
    [{ title: 'Scorer' }, { title: 'Mean' }, { title: 'Notes' }],
    lines.map(({ name, sentence, notes }) => [
      cell(name),
      markdownText(sentence),
      notes.length === 0 ? none : markdownText(notes.join(' ')),
    ]),
  )
}
