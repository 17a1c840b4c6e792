import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '../../../src/shared/slices.ts'
import {
  rateSentence,
  rateSentences,
  rateWord,
  valenceOfEmoji,
  valenceOfEmoticon,
} from '../../../src/text/measures/sentiment.ts'
import { splitSentences } from '../../../src/text/statements/sentences.ts'
import { runs } from '../../support/random-runs.ts'
import { anyText } from '../../support/texts.ts'

const sentiment = (sentence: string) => runAtOnce(rateSentence(sentence))
const sentiments = (text: string) => runAtOnce(rateSentences(text))
const squashed = (value: number) => value / Math.sqrt(1 + value * value)

describe('valence', () => {
  it('comes from the list, or from the rated word that a word is made of', () => {
    expect(rateWord('love')).toBe(3)
    expect(rateWord('horrible')).toBe(-3)
    expect(rateWord('table')).toBe(0)
    expect(rateWord('constructor')).toBe(0)
    expect(Math.sign(rateWord('gracefully'))).toBe(Math.sign(rateWord('graceful')))
  })

  it('of emojis and emoticons', () => {
    expect(valenceOfEmoji('👍')).toBeGreaterThan(0)
    expect(valenceOfEmoji('😠')).toBeLessThan(0)
    expect(
      [':)', ':-)', ';D', '<3', ':(', ":'(", '</3', 'a:', ':', ')', '1)'].map(valenceOfEmoticon),
    ).toEqual([2, 2, 2, 2, -2, -2, -2, 0, 0, 0, 0])
  })
})

describe('the sentiment of a sentence', () => {
  it.each([
    // One content word, "love": 3.
    ['I love this', 3],
    // "love" 3 and "wonderful" 4 over three content words.
    ['I love this wonderful product', 7 / 3],
    ['I hate this', -3],
    // Negated: -0.5 · 3.
    ['It is not good', -1.5],
    // "very": 30 % more.
    ['very good', 1.3 * 3],
    ['slightly bad', 0.7 * -3],
    ['The table stands here', 0],
    ['', 0],
  ])('%j', (sentence, perWord) => {
    expect(sentiment(sentence)).toBeCloseTo(squashed(perWord), 12)
  })

  it('lies between -1 and 1 for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(Math.abs(sentiment(text))).toBeLessThanOrEqual(1)
        for (const value of sentiments(text)) expect(Math.abs(value)).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs(2_000) },
    )
  })
})

describe('the sentiments of a text', () => {
  it('are one for each sentence, each line of a list and the last sentence without a full stop', () => {
    expect(sentiments('Great. Awful. Fine').map(Math.sign)).toEqual([1, -1, 1])
    expect(sentiments('# Good\n- bad\n- great\n\nawful').map(Math.sign)).toEqual([1, -1, 1, -1])
    expect(sentiments('')).toEqual([])
  })

  it('are those of the sentences of a line', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = text.replace(/\s+/g, ' ')
        const apart = splitSentences(line).map(({ start, end }) => sentiment(line.slice(start, end)))
        expect(sentiments(line)).toEqual(apart)
      }),
      { numRuns: runs(1_000) },
    )
  })
})
