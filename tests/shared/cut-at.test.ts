import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shorten, shortenReason } from '../../src/report/safe-text.ts'
import { cutAfterWord } from '../../src/shared/cut-after-word.ts'
import { cutAt } from '../../src/shared/cut-at.ts'

const clusters = [
  'a',
  'e\u0301',
  'ที่',
  'กี้',
  'क्षि',
  'लो',
  '👩‍👩‍👧',
  '🇵🇹',
  '👍🏽',
  'שָׁ',
  'بّ',
  '\r\n',
  ' ',
  '한',
  '日',
]
const texts = fc.array(fc.constantFrom(...clusters), { maxLength: 400 }).map((parts) => parts.join(''))
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const starts = (text: string) => new Set(Array.from(segmenter.segment(text), ({ index }) => index))

describe('a text that is cut', () => {
  it('ends between two characters as they are read, as late as there is room', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 300 }), (text, most) => {
        const cut = cutAt(text, most)
        const last = Math.max(0, ...[...starts(text), text.length].filter((index) => index <= most))
        expect(cut).toBe(text.slice(0, last))
      }),
    )
  })

  it('ends and goes on there too where words end, and in reasons', () => {
    const thai = 'ที่นี่'.repeat(1_000)
    for (let most = 20; most < 60; most += 1) {
      const ends = [...starts(thai)].map((index) => thai.slice(0, index))
      expect(ends).toContain(cutAfterWord(thai, most))
      expect(ends).toContain(shorten(thai, most).slice(0, -1))
    }
    for (const before of ['', 'a', 'ab']) {
      const [head = '', tail = ''] = shortenReason(`${before}${thai}`).split('… ')
      expect(starts(`${before}${thai}`)).toContain(head.length)
      expect(starts(`${before}${thai}`)).toContain(before.length + thai.length - tail.length)
    }
  })
})
