import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inSlices, runAtOnce, splitIntoWindows } from '../../src/shared/slices.ts'
import { compareKeywords } from '../../src/text/measures/keywords.ts'
import { textWords, wordTokens } from '../../src/text/words/text-words.ts'
import { foldWord } from '../../src/text/words/words.ts'
import { runs } from '../support/random-runs.ts'
import { anyText } from '../support/texts.ts'

describe('work in slices', () => {
  it('gives what it gives at once, and lets the event loop turn', async () => {
    const text = Array.from({ length: 40_000 }, (_, index) => `word${index % 9_000}`).join(' ')
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    const sliced = await inSlices(compareKeywords(text, `${text} more`))
    clearInterval(timer)
    expect(sliced).toEqual(runAtOnce(compareKeywords(text, `${text} more`)))
    expect(turns).toBeGreaterThan(0)
  })

  it('ends in the error that the work ends in', async () => {
    function* broken(): Generator<undefined, number, undefined> {
      yield
      throw new RangeError('broken')
    }
    await expect(inSlices(broken())).rejects.toThrow(new RangeError('broken'))
  })
})

describe('windows', () => {
  it('are the text when joined, and cut no word', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 3_000 }), (text, times) => {
        const long = text.repeat(times)
        const windows = [...splitIntoWindows(long)]
        expect(windows.join('') === long).toBe(true)
        expect(windows.slice(0, -1).every((window) => /\s$/.test(window))).toBe(true)
        const whole = [...wordTokens(long)].filter((token) => /[\p{L}\p{N}]/u.test(foldWord(token)))
        expect(runAtOnce(textWords(long)).tokens).toEqual(whole)
      }),
      { numRuns: runs(25) },
    )
  })
})
