import { describe, expect, it } from 'vitest'
import { splitStatements } from '../../../src/text/statements/statements.ts'
import { knownMisses, statementCases } from './statement-cases.ts'

const texts = (source: string): string[] => splitStatements(source).map(({ text }) => text)
const slices = (source: string): string[] =>
  splitStatements(source).map(({ start, end }) => source.slice(start, end))

describe('statements that a careful reader sees', () => {
  it.each(statementCases)('$kind: $source', ({ source, statements }) => {
    expect(texts(source)).toEqual(statements)
  })
})

describe('known misses', () => {
  it.each(knownMisses)('$source, because $reason', ({ source, statements, given }) => {
    expect(texts(source)).toEqual(given)
    expect(given).not.toEqual(statements)
  })
})

describe('what is a statement', () => {
  it.each([
    '4',
    'Yes.',
    'B) Paris',
    '42. That is all.',
    '> 90 % of them',
    '1. Open the door.',
    '{"city": "Paris"}',
  ])('keeps all of %s', (source) => expect(texts(source)).toEqual([source]))

  it('takes an error with its stack as one', () => {
    expect(texts('Error: connect ECONNREFUSED\n    at foo (a.js:1:2)\n    at bar (b.js:3:4)')).toHaveLength(1)
  })

  it.each(['', ' ', '\n\n\t', '\ufeff', '\u200b\u200f', '\0\n'])(
    'finds none where nothing is visible: %j',
    (source) => {
      expect(splitStatements(source)).toEqual([])
    },
  )

  it.each(['👍', '---', ' ?! ', '```\n```'])(
    'takes a text without letters or digits as one: %j',
    (source) => {
      expect(slices(source)).toEqual([source.trim()])
    },
  )

  it('leaves out rules and lone emoji beside other statements', () => {
    expect(texts('It rains.\n\n***\n\n👍\n\nIt snows.')).toEqual(['It rains.', 'It snows.'])
  })

  it('keeps an emoji with the sentence before it', () => {
    expect(texts('It works! 🎉')).toEqual(['It works! 🎉'])
  })
})

describe('headings and lead-ins', () => {
  it('belong to the first statement after them', () => {
    expect(texts('# Guide\n\n## Is it safe?\n\nYes. Very.\n\n**Why**\n\nIt is new.')).toEqual([
      'Guide: Is it safe? Yes.',
      'Very.',
      'Why: It is new.',
    ])
  })

  it('have a span from the heading to the end of that statement', () => {
    expect(slices('## Steps ##\n\n1. Open it.\n2. Close it.')).toEqual([
      'Steps ##\n\n1. Open it.',
      'Close it.',
    ])
  })

  it('are statements where nothing follows', () => {
    expect(texts('It rains.\n\n## Sources\n\nSee:')).toEqual(['It rains.', 'Sources', 'See:'])
  })

  it('are statements where they are sentences', () => {
    expect(texts('# The answer is 42.\n\nIt is even.')).toEqual(['The answer is 42.', 'It is even.'])
  })

  it('do not make a list of bold words one statement', () => {
    expect(texts('- **Apple**\n- **Pear**')).toEqual(['Apple', 'Pear'])
  })
})

describe('blocks', () => {
  it('join wrapped lines and part short ones', () => {
    const wrapped =
      'The tower stands on the Champ de Mars in\nParis, and was finished in the year\n1889. It is tall.'
    expect(texts(wrapped)).toEqual([
      'The tower stands on the Champ de Mars in Paris, and was finished in the year 1889.',
      'It is tall.',
    ])
    expect(texts('Name: Anna\nAge: 30\nCity: Paris')).toEqual(['Name: Anna', 'Age: 30', 'City: Paris'])
    expect(texts('it goes\non here,\nPaul said')).toEqual(['it goes on here, Paul said'])
  })

  it('part lines at a hard break', () => {
    const long = 'This line is long enough to have been wrapped'
    expect(texts(`${long}  \nNext`)).toEqual([long, 'Next'])
    expect(texts(`${long}\nNext`)).toEqual([`${long} Next`])
  })

  it('nest quotations, lists and code', () => {
    const source =
      '> - One\n>   > Two\n>\n> ```py\n> if a:\n>     b\n> ```\n\n1. Three\n\n   ```\n   c\n     d\n   ```\n2. Four'
    expect(texts(source)).toEqual(['One', 'Two', 'if a:\n    b', 'Three', 'c\n  d', 'Four'])
  })

  it('read CRLF and CR line ends', () => {
    for (const lineEnd of ['\r\n', '\r', '\u2028']) {
      expect(texts(['# A', '', '- b', '- c', '', '```', 'd', '```'].join(lineEnd))).toEqual([
        'A: b',
        'c',
        'd',
      ])
    }
  })

  it('are the sentences before a row of a table that is none: its head has a cell too many', () => {
    const sentences = ['You can return shoes.', 'They must be unworn.']
    for (const gap of ['\n', '\n\n'])
      expect(texts(`${sentences.join(' ')}${gap}| a | b |\n|---|---|\n| 1 | 2 |`)).toEqual([
        ...sentences,
        'a | b: 1 | 2',
      ])
    expect(texts(`${sentences.join(' ')} | a | b |\n|---|---|\n| 1 | 2 |`)).toEqual([
      ...sentences,
      '| a | b |',
      '1 | 2',
    ])
    expect(texts(`${sentences.join(' ')}\n|---|`)).toEqual(sentences)
    expect(texts('a \\| x | b\n--|--\n1 | 2')).toEqual(['a \\| x | b: 1 | 2'])
  })

  it('keep tables apart from the text around them', () => {
    expect(texts('Before it:\n\na | b\n--|--\n1 | 2\n\nAfter | it.')).toEqual([
      'Before it: a | b: 1 | 2',
      'After | it.',
    ])
  })

  it('end code with its quotation, and at the end of the text', () => {
    expect(texts('> ```\n> a b\nAfter it.')).toEqual(['a b', 'After it.'])
    expect(texts('````\na\n```\nb')).toEqual(['a\n```\nb'])
  })

  it('keep a number that belongs to no list', () => {
    expect(texts('1986. Spring')).toEqual(['1986.', 'Spring'])
    expect(texts('3. Three\n4. Four')).toEqual(['Three', 'Four'])
  })
})

describe('spans', () => {
  it('hold the statement as it stands in the source', () => {
    const source = '> It **rained.** We\n> stayed `in. Bed`.\n\n* [x] See [this](https://a.io/b?c).'
    expect(slices(source)).toEqual([
      'It **rained.**',
      'We\n> stayed `in. Bed`.',
      'See [this](https://a.io/b?c).',
    ])
    expect(texts(source)).toEqual(['It rained.', 'We stayed in. Bed.', 'See this.'])
  })

  it('keep characters of multiplication, names and footnotes', () => {
    for (const source of [
      '2 * 3 * 4 = 24',
      'A* is a search',
      'snake_case_name',
      '[a][b] and [c]',
      '[](https://a.io)',
    ]) {
      expect(texts(source)).toEqual([source])
    }
  })
})
