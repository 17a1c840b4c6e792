import { describe, expect, it, test } from 'vitest'
import { embeddedJudge } from '../../../src/judge/embedded/embedded-judge.ts'
import { createFaithfulnessScorer } from '../../../src/scorers/faithfulness.ts'
import { withoutCitations } from '../../../src/text/statements/citations.ts'
import { splitStatements } from '../../../src/text/statements/statements.ts'

const texts = (source: string) => splitStatements(source).map(({ text }) => text)

const markers = [
  ...[
    '[1]',
    '[1, 2]',
    '[1,2]',
    '[1-3]',
    '[1–3]',
    '[1][2]',
    '[1] [2]',
    '[12]',
    '[^1]',
    '[^note]',
    '(1)',
    '(1, 2)',
  ],
  ...[
    '[source 1]',
    '[Source: Guide]',
    '(source 2)',
    '[note 1]',
    '[ref. 3]',
    '[Doc 2]',
    '[citation needed]',
    '[a]',
  ],
  ...[
    '<sup>1</sup>',
    '<sup>[1]</sup>',
    '<sup>a</sup>',
    '[[1]](https://a.io/x)',
    '[1](https://a.io/x)',
    '¹',
    '¹²',
  ],
  ...[
    '[Smith 2020]',
    '[Smith, 2020]',
    '(Smith, 2020)',
    '(Smith et al., 2020; Lee & Ito, 2019)',
    '(Lee, 2019, p. 4)',
  ],
  ...[
    '【4:0†source】',
    '【1】',
    '(docs/tower.md)',
    '[guide.pdf, p. 3]',
    '(https://a.io/2)',
    '[https://a.io/2]',
  ],
  ...[
    '[12, p. 45]',
    '[12, §3.1]',
    '[Doc 2, §3]',
    '[doc_3]',
    '[ref:7]',
    '[chunk-4]',
    '[Source 1; Source 2]',
    '[S1]',
    '[@smith2020]',
    '[@smith2020, p. 4; @lee]',
    '(Smith & Jones 2019, p. 12)',
    '(ibid.)',
    '[Source](https://a.io/x)',
    String.raw`\cite{smith2020}`,
    String.raw`\citep[see][p. 4]{smith2020}`,
  ],
  ...[
    '<a href="#fn1">1</a>',
    '<a id="r2" href="#fn2">[2]</a>',
    '<cite>1</cite>',
    '<cite>Source 2</cite>',
    '<ref>3</ref>',
    '<ref name="a">Smith. 2020.</ref>',
    '[¹]',
    '⁽¹⁾',
    '⟦1⟧',
    '[^1^]',
  ],
]
/** Glued to a word they may be the arguments of a call. */
const bracketed = ['([1])', '([1], [2])', '([1, 2])', '(see [1])']

const blanksBefore = (marker: string) => (bracketed.includes(marker) ? [' '] : ['', ' '])

/** As the pieces show it: the address of a link is not seen. */
const shown = (marker: string) => marker.replace(/(?<=\])\(https.*/, '')

describe.each([...markers, ...bracketed])('the marker %s', (marker) => {
  const as = shown(marker)

  it('stays with the sentence before it, on either side of the full stop', () => {
    for (const blank of blanksBefore(marker)) {
      const source = `The tower is tall${blank}${marker}. It opened in 1889.${blank}${marker} Is it old?${blank}${marker}`
      expect(texts(source)).toEqual([
        `The tower is tall${blank}${as}.`,
        `It opened in 1889.${blank}${as}`,
        `Is it old?${blank}${as}`,
      ])
    }
  })

  it('stays with its item of a list, and with the sentence on the line before', () => {
    expect(texts(`- It is tall ${marker}\n- It is old. ${marker}`)).toEqual([
      `It is tall ${as}`,
      `It is old. ${as}`,
    ])
    expect(texts(`The tower is tall.\n${marker}\n\nIt is old.`)).toEqual([
      `The tower is tall. ${as}`,
      'It is old.',
    ])
  })

  it('stays with its sentence in Chinese', () => {
    expect(texts(`巴黎很大${marker}。它很老。${marker}它很美。`)).toEqual([
      `巴黎很大${as}。`,
      `它很老。${as}`,
      '它很美。',
    ])
  })

  it('claims nothing', () => {
    const plain = 'The tower is 330 metres tall. It opened in 1889!'
    for (const blank of blanksBefore(marker)) {
      const before = `The tower is 330 metres tall${blank}${marker}. It opened in 1889${blank}${marker}!`
      const behind = `The tower is 330 metres tall.${blank}${marker} It opened in 1889!${blank}${marker}`
      expect([before, behind].map(withoutCitations)).toEqual([plain, plain])
    }
  })
})

test.each([
  'It opened (1889).',
  'It opened in 1889 [sic].',
  'It is tall (330 metres).',
  'The array [1, 2] is short.',
  'The result is [1, 2].',
  'The indices are [1]',
  'The list: [1]',
  'Press [y].',
  'arr[0] is the first.',
  'It covers 5 m².',
  'A square of 10 is 10<sup>2</sup>.',
  'The Games (Paris 2024).',
  'It opens soon (May, 2026).',
  '[Paris] is big.',
  'The settings stand in a file (verdict.config.ts).',
  'The tower (docs/tower.md) is 330 metres tall.',
  'Read the guide (README.md) first.',
  '(docs/tower.md)',
  'Rooms (12)',
  'Item #1 of the list is the tower.',
  'The text {1} is replaced.',
  'The Games (Paris 2019).',
  'print(list_sum([1, 2, 3]))',
  'We merged the arrays ([1], [2]).',
  'Press [S1].',
  'The firm stands at [12, Park Road].',
  'Ask [@ada] for it.',
])('what a sentence says in brackets stays: %s', (text) => {
  expect(withoutCitations(text)).toBe(text)
  expect(texts(text)).toEqual([text])
})

test('numbers of a list begin their items', () => {
  expect(texts('Do this. (1) Open it. (2) Close it.')).toEqual(['Do this.', '(1) Open it.', '(2) Close it.'])
  expect(texts('It is tall. (1) It is old. (2)')).toEqual(['It is tall. (1)', 'It is old. (2)'])
  expect(texts('See the list. [1] is its first entry.')).toEqual(['See the list.', '[1] is its first entry.'])
})

test.each([
  ['It has <a href="/x">12</a> rooms.', 'It has 12 rooms.'],
  ['It has <a href="#x">two</a> rooms.', 'It has two rooms.'],
  ['Read <cite>Moby Dick</cite>.', 'Read Moby Dick.'],
  ['See the [source](https://a.io/x).', 'See the source.'],
])('the words of links and works stay: %s', (source, text) => {
  expect(texts(source).map(withoutCitations)).toEqual([text])
})

test('a marker in bold is one', () => {
  for (const blank of ['', ' '])
    expect(texts(`It is tall.${blank}**[1]** It is old${blank}**[1]**.`)).toEqual([
      `It is tall.${blank}[1]`,
      `It is old${blank}[1].`,
    ])
})

test('a marker that is the whole answer is a statement', () => {
  expect(texts('(Source: delivery.md)')).toHaveLength(1)
  expect(texts('[1]')).toEqual(['[1]'])
})

test('a cited answer is as faithful as the same without markers', async () => {
  const context = ['The Eiffel Tower is 330 metres tall. It was opened in 1889. It stands in Paris.']
  const scorer = createFaithfulnessScorer({ model: embeddedJudge({ encoder: false }), options: { context } })
  const scoreOf = async (text: string) => {
    const output = [{ role: 'assistant', content: text }]
    const { score } = await scorer.run({ input: [{ role: 'user', content: 'How tall is it?' }], output })
    return score
  }
  const answer = (behind: string, before = '') =>
    `The Eiffel Tower is 330 metres tall${before}.${behind} It was opened in 1920${before}.${behind}`
  const plain = await scoreOf(answer(''))
  expect(plain).toBeGreaterThan(0)
  expect(plain).toBeLessThan(1)
  for (const marker of markers)
    for (const cited of [
      answer(`${marker}`),
      answer(` ${marker}`),
      answer('', marker),
      answer('', ` ${marker}`),
    ])
      expect(await scoreOf(cited), cited).toBe(plain)
})
