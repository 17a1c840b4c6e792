import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { splitStatements } from '../../../src/text/statements/statements.ts'

/** Answers as people type them, with the ends of their sentences marked by hand: ' | '. */
const answers = readFileSync(join(import.meta.dirname, 'informal-answers.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))

const letters = (text: string) => (text.match(/[\p{L}\p{N}]/gu) ?? []).join('')

describe('informal answers', () => {
  it('are 200', () => {
    expect(answers.length).toBeGreaterThanOrEqual(200)
  })

  it.each(answers.map((sentences) => [sentences.join(' '), sentences] as const))(
    'keep every sentence in one piece: %s',
    (text, sentences) => {
      const pieces = splitStatements(text).map((piece) => piece.text)
      expect(letters(pieces.join(' '))).toBe(letters(text))
      for (const sentence of sentences)
        expect(pieces.filter((piece) => piece.includes(sentence))).not.toHaveLength(0)
    },
  )

  it('are cut where people end their sentences, but for a few', () => {
    const same = answers.filter((sentences) => {
      const pieces = splitStatements(sentences.join(' ')).map(({ text }) => text)
      return pieces.join('|') === sentences.join('|')
    })
    expect(same.length / answers.length).toBeGreaterThan(0.97)
  })
})
