import { describe, expect, it } from 'vitest'
import { groundUnits } from '../../src/text/grounding.ts'
import { isOneLetterOff, writtenOut } from '../../src/text/informal.ts'
import { splitStatements } from '../../src/text/statements.ts'

const ground = (text: string, ...units: string[]) => {
  const { statements, invented, restored } = groundUnits(units, splitStatements(text))
  return {
    statements: statements.map((each) => each.text),
    invented,
    restored: restored.map((each) => each.text),
  }
}

it.each([
  ['its late and they dont care', 'it’s late and they don’t care'],
  ['idk why', "I don't know why"],
])('%s is %s', (a, b) => expect(writtenOut(a).toLowerCase()).toBe(writtenOut(b).toLowerCase()))

it.each([
  ['recieve', 'receive', true],
  ['tommorow', 'tomorrow', false],
  ['definitly', 'definitely', true],
  ['goverment', 'government', true],
  ['typical', 'atypical', false],
  ['iran', 'iraq', false],
  ['tower', 'tower', true],
])('%s and %s are a letter apart: %s', (a, b, expected) => expect(isOneLetterOff(a, b)).toBe(expected))

describe('units of informal text', () => {
  it.each<[string, string]>([
    ['they arent welcome here, women dont belong', 'Women don’t belong.'],
    ['its a goverment conspiracy', "It's a government conspiracy."],
    ['idk if my gfs family likes it', "I don't know if my girlfriend's family likes it."],
    ['YOU ARE DEFINITLY WRONG', 'You are definitely wrong.'],
  ])('%s → %s is kept', (text, unit) => expect(ground(text, unit).invented).toEqual([]))

  it('are dropped where they leave out a denial without its apostrophe, and the sentence is judged', () => {
    expect(ground('women dont belong here', 'Women belong here.')).toEqual({
      statements: ['women dont belong here'],
      invented: ['Women belong here.'],
      restored: ['women dont belong here'],
    })
  })

  it('are named where they hold several sentences', () => {
    const text = 'The tower is tall. The bridge is long.'
    const both = 'The tower is tall and the bridge is long.'
    expect(groundUnits([both], splitStatements(text)).joined).toEqual([both])
    expect(groundUnits(['The tower is tall.', 'The bridge is long.'], splitStatements(text)).joined).toEqual(
      [],
    )
  })

  it('put their sentence back where they leave out a word or a denial of it', () => {
    const text = 'The old tower in Paris that Gustave built is 330 metres tall and ugly.'
    const kept = 'The old tower in Paris that Gustave built is 330 metres tall.'
    expect(ground(text, kept).statements).toEqual([text])
    expect(ground(text, kept, 'The tower is ugly.').statements).toEqual([kept, 'The tower is ugly.'])
    expect(ground(text, kept, 'The tower is hideous, horrid and unbearable.')).toEqual({
      statements: [text],
      invented: ['The tower is hideous, horrid and unbearable.'],
      restored: [text],
    })
    const denied = 'I don’t like tea but coffee is nice.'
    expect(ground(denied, 'I like tea.', 'Coffee is nice.').statements).toEqual([denied])
    const twice = 'They dont pay women and they never hire them.'
    expect(ground(twice, 'They don’t pay women.', 'They hire them.').statements).toEqual([twice])
  })

  it('do not stand for a sentence that they deny, or leave with their own', () => {
    const text = 'The new tower is tall. The bridge is not long.'
    expect(ground(text, 'The new tower is tall and the bridge is long.').statements).toEqual([
      'The new tower is tall and the bridge is long.',
      'The bridge is not long.',
    ])
    expect(ground(text, 'The tower is tall and the bridge is not long.').statements).toEqual([
      'The new tower is tall.',
      'The tower is tall and the bridge is not long.',
    ])
  })

  it.each<[string, ...string[]]>([
    ['✅ 1) Stir the soup.[2]', 'Stir the soup.'],
    ['The tower is tall.1 It rusts. [3]', 'The tower is tall.', 'It rusts.'],
    ['See the guide (https://example.com/a?b=1) first.', 'See the guide first.'],
    ['1. Stir well.\n2. Wait.', '1. Stir well.', '2. Wait.'],
    ['The [guide](https://example.com/start) helps.', 'The guide (https://example.com/start) helps.'],
    ['Its by Ghandi, not Phillip.', "It's by Gandhi, not Philip."],
    ['It began in 44 BC.', 'It began in 44 BC.'],
  ])('%s needs nothing put back, and loses no unit', (text, ...units) => {
    expect(ground(text, ...units)).toEqual({ statements: units, invented: [], restored: [] })
  })

  it('may make a sentence of one word with the words of the question', () => {
    const unit = 'The midpiece of the sperm holds the mitochondria.'
    const known = 'which part of the sperm holds the mitochondria'
    const { statements, restored } = groundUnits([unit], splitStatements('midpiece'), { known })
    expect([statements.map(({ text }) => text), restored]).toEqual([[unit], []])
  })
})
