import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentWords, foldWord, stem, words } from '../../../src/text/words/words.ts'

describe('words', () => {
  it.each([
    ["Don't stop at 3.14, well-known Café!", ["don't", 'stop', 'at', '3.14', 'well-known', 'cafe']],
    ['東京は大きい', ['東', '京', 'は', '大', 'き', 'い']],
    ['ﬁle ＡＢＣ don’t', ['file', 'abc', "don't"]],
    ['… — 👍', []],
  ])('of %s', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it('hold every letter and digit of a text once', () => {
    const piece = fc.constantFrom(
      'Paris',
      'É',
      'e\u0301',
      'ﬁ',
      '東',
      'ガ',
      'ก็',
      'Σ',
      '3',
      '½',
      '.',
      "'",
      '’',
      '-',
      ' ',
      '!',
      '👍',
    )
    const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').replaceAll('ς', 'σ')
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => {
          expect(letters(words(text).join(''))).toBe(letters(foldWord(letters(text))))
        },
      ),
    )
  })

  it('of texts of millions of characters are the same, and only longer ones are cut', () => {
    const sentence = "They don't fly to 東京. "
    const times = 100_000
    const each = Array.from({ length: times }, () => words(sentence))
    // As one text: to compare lists of so many takes seconds.
    expect(words(sentence.repeat(times)).join(' ')).toBe(each.flat().join(' '))
    for (const letter of ['x', '𝐱', 'é']) {
      const found = words(letter.repeat(5_000_000 / letter.length))
      expect(found.join('')).toBe(foldWord(letter.repeat(5_000_000 / letter.length)))
      expect(found.length).toBeLessThan(10)
    }
  })

  it('of content leave out English function words', () => {
    expect(contentWords('The cat is on the mat')).toEqual(['cat', 'mat'])
  })
})

describe('stem', () => {
  it.each([
    'open opens opened opening',
    'city cities',
    'run runs running',
    'use uses used using',
    'make makes making',
    'stop stops stopped stopping',
    'try tries tried trying',
    'tie ties tied',
    'agree agrees agreed agreeing',
    'need needs needed needing',
    'apply applies applied applying',
    'supply supplies supplied supplying',
    'pass passes passed passing',
    'watch watches watched',
    'box boxes boxed',
    'tell tells telling',
    'house houses',
    'family families',
    'quick quickly',
    'happy happily',
    "paris paris's paris'",
  ])('brings together %s', (forms) => {
    expect(new Set(forms.split(' ').map(stem)).size).toBe(1)
  })

  it.each([
    'bring bed red thing string speed need',
    'this thus analysis bus gas',
    'open opera operate',
    'city cite',
    'run ruin',
  ])('keeps apart %s', (others) => {
    const separate = others.split(' ')
    expect(new Set(separate.map(stem)).size).toBe(separate.length)
  })

  it.each(['3.14', 'café', 'города', '東', 'a', 'is', 'gpt-4s'])('leaves %s as it is', (word) => {
    expect(stem(word)).toBe(word)
  })

  it('leaves at least a letter of every word', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z'-]{0,12}$/), (word) => {
        expect(stem(word)).toMatch(/^[a-z]/)
      }),
    )
  })

  it('takes a word of a megabyte', () => {
    for (const letter of ['a', 's', "'", '-', 'ing']) {
      expect(stem(letter.repeat(1_000_000)).length).toBeGreaterThan(999_000)
    }
  })
})
