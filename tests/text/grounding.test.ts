import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groundUnits } from '../../src/text/grounding.ts'
import { splitStatements } from '../../src/text/statements.ts'

const source =
  'The Eiffel Tower was finished in 1889 by Gustave Eiffel. It is 330 metres tall. Call us now for cheap tickets!'
const ground = (...units: string[]) =>
  groundUnits(units, splitStatements(source), { known: 'How tall is the tower in Paris?' })
const textsOf = (text: string, units: string[], known = '') =>
  groundUnits(units, splitStatements(text), { known }).statements.map((statement) => statement.text)

describe('units taken from a text', () => {
  it('are kept where their words come from the text, each with its place', () => {
    const units = [
      'The Eiffel Tower was finished in 1889.',
      'Gustave Eiffel finished the Eiffel Tower.',
      'The Eiffel Tower in Paris is 330 metres tall.',
      'Call us now for cheap tickets.',
    ]
    const { statements, invented, restored } = ground(...units)
    expect([invented, restored]).toEqual([[], []])
    expect(statements.map(({ text }) => text)).toEqual(units)
    expect(statements.map(({ start, end }) => source.slice(start, end))).toEqual([
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
    'The tower is not 330 metres tall.',
    'How tall is the tower in Paris?',
  ])('are invented where they say what the text does not: %s', (unit) => {
    expect(ground(unit).invented).toEqual([unit])
  })

  it('may be inflected, and may write numbers another way', () => {
    expect(ground('Gustave Eiffel finishes the tower in 1889.', 'Call for a cheap ticket.').invented).toEqual(
      [],
    )
    expect(textsOf('It costs 1,000 euros.', ['It costs 1000 euros.'])).toEqual(['It costs 1000 euros.'])
  })

  it('may take words from the question and the conversation', () => {
    expect(
      textsOf('Paris.', ['The capital of France is Paris.'], 'What is its capital? I was in France.'),
    ).toEqual(['The capital of France is Paris.'])
  })
})

describe('what the units leave out', () => {
  it.each<[string, string[]]>([
    ['Paris.', []],
    ['Yes.', []],
    ['👍', []],
    ['No. Subscribe to our newsletter.', ['Subscribe to our newsletter.']],
    ['Redis是一个数据库。Redis不是关系型数据库。', []],
    [
      'Free users can export data. Paid users can export data and images.',
      ['Paid users can export data and images.'],
    ],
  ])('of %j, given %j, is taken from the text', (text, units) => {
    const sentences = splitStatements(text)
    expect(textsOf(text, units)).toHaveLength(sentences.length)
  })

  it('puts the sentence in the place of units that hold only some of it', () => {
    const text = 'You need flour, sugar, butter, eggs and milk.'
    expect(textsOf(text, ['You need flour, sugar and butter.'])).toEqual([text])
    expect(textsOf(text, ['You need flour and sugar.', 'You need butter, eggs and milk.'])).toHaveLength(2)
  })

  it('does not add a sentence that a unit joins with another', () => {
    const text = 'The tower is tall. The tower is old.'
    expect(textsOf(text, ['The tower is tall and old.'])).toEqual(['The tower is tall and old.'])
  })
})

describe('what the units repeat', () => {
  it('counts once', () => {
    const unit = 'It is 330 metres tall.'
    expect(
      textsOf(
        source,
        Array.from({ length: 9 }, () => unit),
      ).filter((text) => text === unit),
    ).toHaveLength(1)
  })

  it('counts as often as the text says it', () => {
    expect(textsOf('- Stir well.\n- Wait.\n- Stir well.', ['Stir well.', 'Wait.', 'Stir well.'])).toEqual([
      'Stir well.',
      'Wait.',
      'Stir well.',
    ])
  })
})

describe('in other scripts', () => {
  it.each([
    [
      'サーバーを再起動してください。ログを確認します。',
      ['サーバーを再起動してください。', 'ログを確認します。'],
    ],
    ['1889年完成建设。它高330米。', ['1889年完成建设。', '它高330米。']],
    ['Docker를 설치하세요. 그런 다음 실행하세요.', ['Docker를 설치하세요.', '그런 다음 실행하세요.']],
    ['الخادم جاهز. أعد التشغيل الآن.', ['الخادم جاهز.', 'أعد التشغيل الآن.']],
  ])('%s keeps its statements', (text, units) => {
    const { statements, invented } = groundUnits(units, splitStatements(text))
    expect(invented).toEqual([])
    expect(statements.map((statement) => statement.text)).toEqual(units)
  })
})

describe('over random texts', () => {
  const sentence = fc
    .array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 8 })
    .map((words) => `${words.join(' ')}.`.replace(/^./, (first) => first.toUpperCase()))
  const text = fc.array(sentence, { minLength: 1, maxLength: 6 }).map((sentences) => sentences.join('\n\n'))

  it('the sentences of a text are its statements', () => {
    fc.assert(
      fc.property(text, (given) => {
        const sentences = splitStatements(given)
        const { statements, invented } = groundUnits(
          sentences.map((statement) => statement.text),
          sentences,
        )
        expect(invented).toEqual([])
        expect(new Set(statements.map(({ start }) => start)).size).toBe(
          new Set(sentences.map(({ start }) => start)).size,
        )
      }),
      { examples: [['A a.\n\nA.']] },
    )
  })

  it('a text that says something has a statement, whatever the units are', () => {
    fc.assert(
      fc.property(text, fc.array(fc.string()), (given, units) => {
        expect(groundUnits(units, splitStatements(given)).statements.length).toBeGreaterThan(0)
      }),
    )
  })
})
