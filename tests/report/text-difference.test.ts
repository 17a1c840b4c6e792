import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText, type Range, textDifference } from '../../src/report/html/client/text-difference.ts'

describe('the difference of two texts', () => {
  const marked = (text: string, ranges: readonly Range[] = []) =>
    cutText(text, 0, ranges)
      .map(({ text, isChanged }) => (isChanged ? `[${text}]` : text))
      .join('')

  it('is in whole words, and one run of words where only spaces are between', () => {
    const [before, after] = ['Worn items within 30 days.', 'Worn items within a month, free.']
    const difference = textDifference(before, after)
    expect(marked(before, difference?.before)).toBe('Worn items within [30 days].')
    expect(marked(after, difference?.after)).toBe('Worn items within [a month, free].')
  })

  it('leaves the same words in both, in any language', () => {
    const text = fc
      .array(fc.constantFrom('one', 'two', ' ', '. ', '\n', '返金は', '👩‍👩‍👧', '<b>'), { maxLength: 30 })
      .map((parts) => parts.join(''))
    const rest = (text: string, ranges: readonly Range[]) =>
      cutText(text, 0, ranges)
        .flatMap((piece) => (piece.isChanged ? [] : [piece.text]))
        .join('')
    fc.assert(
      fc.property(text, text, (before, after) => {
        const difference = textDifference(before, after)
        if (difference === undefined) return expect.unreachable('the texts are short')
        expect(rest(before, difference.before)).toBe(rest(after, difference.after))
        expect(marked(before, difference.before).replaceAll(/[[\]]/g, '')).toBe(before)
        if (before === after) expect(difference).toEqual({ before: [], after: [] })
      }),
    )
  })

  it('cuts a part of a text as it cuts the whole', () => {
    const ranges = [
      { start: 1, end: 3 },
      { start: 5, end: 8 },
    ]
    expect(cutText('cdefg', 2, ranges)).toEqual([
      { text: 'c', isChanged: true },
      { text: 'de', isChanged: false },
      { text: 'fg', isChanged: true },
    ])
  })

  it('is given up where long texts have nothing in common', () => {
    const words = (word: string) => Array.from({ length: 4000 }, (_, index) => `${word}${index}`).join(' ')
    expect(textDifference(words('a'), words('b'))).toBeUndefined()
  })
})
