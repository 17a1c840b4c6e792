import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groundUnits } from '../../src/text/grounding.ts'
import { splitStatements } from '../../src/text/statements.ts'

const source =
  'The Eiffel Tower was finished in 1889 by Gustave Eiffel. It is 330 metres tall. Call us now for cheap tickets!'
const ground = (...units: string[]) =>
  groundUnits(units, splitStatements(source), 'How tall is the tower in Paris?')

describe('units taken from a text', () => {
  it('are grounded where their words come from the text, each with its place', () => {
    const { grounded, invented, uncovered } = ground(
      'The Eiffel Tower was finished in 1889.',
      'Gustave Eiffel finished the Eiffel Tower.',
      'The Eiffel Tower in Paris is 330 metres tall.',
      'Call us now for cheap tickets.',
    )
    expect(invented).toEqual([])
    expect(uncovered).toEqual([])
    expect(grounded.map(({ start, end }) => source.slice(start, end))).toEqual([
      'The Eiffel Tower was finished in 1889 by Gustave Eiffel.',
      'The Eiffel Tower was finished in 1889 by Gustave Eiffel.',
      'It is 330 metres tall.',
      'Call us now for cheap tickets!',
    ])
  })

  it.each([
    'The tower attracts seven million visitors.',
    'The Eiffel Tower was finished in 1890.',
    'It is 300 metres tall.',
    'London is the capital of England.',
  ])('are invented where they bring words or numbers of their own: %s', (unit) => {
    expect(ground(unit).invented).toEqual([unit])
  })

  it('leave uncovered what none of them takes up', () => {
    const { uncovered } = ground(
      'The Eiffel Tower was finished in 1889 by Gustave Eiffel.',
      'It is 330 metres tall.',
    )
    expect(uncovered.map(({ text }) => text)).toEqual(['Call us now for cheap tickets!'])
  })

  it('may be inflected', () => {
    expect(ground('Gustave Eiffel finishes the tower in 1889.', 'Call for a cheap ticket.').invented).toEqual(
      [],
    )
  })

  it('are grounded, all of them, where they are the sentences of the text', () => {
    const sentence = fc
      .array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 2, maxLength: 8 })
      .map((words) => `${words.join(' ')}.`)
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 6 }), (sentences) => {
        const statements = splitStatements(
          sentences.map((text) => text.replace(/^./, (c) => c.toUpperCase())).join('\n\n'),
        )
        const { invented, uncovered } = groundUnits(
          statements.map(({ text }) => text),
          statements,
        )
        expect([invented, uncovered]).toEqual([[], []])
      }),
    )
  })
})
