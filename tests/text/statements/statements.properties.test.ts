import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitStatements } from '../../../src/text/statements/statements.ts'
import { runs } from '../../support/random-runs.ts'
import { statementCases } from './statement-cases.ts'

/** Pieces of text in which every letter is a word's: no fences, numbers of lists or task marks. */
const wordy = fc.constantFrom(
  ...['Paris', 'is', 'it', 'I', 'Dr', 'e.g', 'U.S', 'p.m', 'No', '好', 'こ', 'Ω', 'د', 'म', 'é', 'e\u0301'],
  ...['.', '. ', '? ', '!', '...', '…', '。', '；', ';', ':', ': ', ', ', '，', '।', '؟'],
  ...[' ', '  ', '\t', '\n', '\n\n', '\r\n', '\r', '\u2028', '\u00a0', '\u3000', '\ufeff', '\\\n'],
  ...['"', '“', '”', "'", '«', '»', '「', '」', '(', ')', '[', ']', '](', '![', '[a](b)'],
  ...[
    '*',
    '**',
    '_',
    '~~',
    '`',
    '``',
    '#',
    '\n# ',
    ' ##',
    '> ',
    '\n> ',
    '\n- ',
    '\n* ',
    '|',
    '\n|',
    '\n|-|',
    '\n---',
    '\n===',
  ],
  ...['👍', '\0', '\ud83d', '\udc4d', '\u200f', '\u200d', '\uffff', '<b>', '&amp;', 'https://a.io/?q=b'],
)
const marks = fc.constantFrom(
  '```',
  '\n```\n',
  '~~~',
  '\n~~~~\n',
  '1',
  '42',
  '3.14',
  '\n1. ',
  '\n2) ',
  '\n7. ',
  '\na) ',
  '[x] ',
  '\n- [ ] ',
)

const wordyText = fc.array(wordy, { maxLength: 40 }).map((pieces) => pieces.join(''))
const anyText = fc.oneof(
  fc.array(fc.oneof(wordy, marks), { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(
      fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
      { maxLength: 40 },
    )
    .map((units) => units.join('')),
)

const thousand = { numRuns: runs(1000) }
const visible = /[^\s\p{Cc}\p{Cf}\p{Cs}]/u

describe('splitStatements, on any text', () => {
  it('gives spans in order, apart, and within the text', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        let last = 0
        for (const { start, end } of splitStatements(source)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(source.length)
      }),
      thousand,
    )
  })

  it('gives none where nothing is visible, and nowhere else', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        expect(splitStatements(source).length > 0).toBe(visible.test(source))
      }),
      thousand,
    )
  })

  it('begins and ends a statement with no blank', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        for (const { text, start, end } of splitStatements(source)) {
          expect(text).not.toBe('')
          expect(text.trimEnd()).toBe(text)
          const slice = source.slice(start, end)
          expect(slice.trim()).toBe(slice)
        }
      }),
      thousand,
    )
  })

  it('shows only what stands in the span, in its order, but for the colons after headings', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        for (const { text, start, end } of splitStatements(source)) {
          const slice = source.slice(start, end)
          let at = 0
          for (const character of text.replace(/[\s:]/g, '')) {
            at = slice.indexOf(character, at) + 1
            expect(at).toBeGreaterThan(0)
          }
        }
      }),
      thousand,
    )
  })

  it('does not change when blanks follow', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(' ', '\n', '\n\n', ' \r\n\t ', '\u00a0'), (source, blanks) => {
        expect(splitStatements(source.trimEnd() + blanks)).toEqual(splitStatements(source.trimEnd()))
      }),
      thousand,
    )
  })

  it('moves the spans, and nothing else, when blank lines come before', () => {
    fc.assert(
      fc.property(anyText, (source) => {
        const moved = splitStatements(source).map(({ text, start, end }) => ({
          text,
          start: start + 2,
          end: end + 2,
        }))
        expect(splitStatements(`\n\n${source}`)).toEqual(moved)
      }),
      thousand,
    )
  })
})

describe('splitStatements, on words and marks', () => {
  it('leaves no letter outside the statements', () => {
    fc.assert(
      fc.property(wordyText, (source) => {
        fc.pre(!/`{3}|~{3}/.test(source))
        let last = 0
        const outside: string[] = []
        for (const { start, end } of splitStatements(source)) {
          outside.push(source.slice(last, start))
          last = end
        }
        expect(outside.concat(source.slice(last)).join('')).not.toMatch(/\p{L}/u)
      }),
      thousand,
    )
  })
})

describe('splitStatements, on plain prose', () => {
  const word = fc.stringMatching(/^[a-z]{5,8}$/)
  const sentence = fc
    .tuple(
      fc.stringMatching(/^[A-Z][a-z]{4,8}$/),
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('.', '!', '?', '?!'),
    )
    .map(([first, rest, mark]) => `${[first, ...rest].join(' ')}${mark}`)

  it('agrees with Intl.Segmenter', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 12 }), (sentences) => {
        const source = sentences.join(' ')
        const segments = Array.from(segmenter.segment(source), ({ segment }) => segment.trim())
        expect(splitStatements(source).map(({ text }) => text)).toEqual(segments)
      }),
    )
  })

  it('splits a text alike wherever in a long text it stands', () => {
    const filler = 'The cat sat on the mat. It rained all day long. '
    for (const length of [1, 20, 48, 85, 100, 2000]) {
      const before = filler.repeat(length)
      for (const { kind, source, statements } of statementCases) {
        const separator = kind === 'abbreviations' || kind === 'decimals' ? '' : '\n\n'
        const given = splitStatements(`${before}${separator}${source}${separator}`).map(({ text }) => text)
        expect(given.slice(2 * length)).toEqual(statements)
      }
    }
  })
})
