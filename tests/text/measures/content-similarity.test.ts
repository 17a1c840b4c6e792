import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '../../../src/shared/slices.ts'
import { contentSimilarity, normalizeText } from '../../../src/text/measures/content-similarity.ts'
import { foldToken, inflectionless as withoutEnding } from '../../../src/text/words/text-words.ts'
import { runs } from '../../support/random-runs.ts'
import { anyText } from '../../support/texts.ts'

const inflectionless = (word: string) => withoutEnding(foldToken(word))

const options = { ignoreCase: true, ignoreWhitespace: true }
const similarity = (one: string, other: string, given = options) =>
  runAtOnce(contentSimilarity(normalizeText(one, given), normalizeText(other, given)))

describe('content similarity', () => {
  it.each([
    // Words cat, mat and dog, mat, each with its beginning: 2 · 2 / 8. No pair in common.
    ['The cat on the mat', 'the dog on a mat', 0.95 * 0.5],
    // Another form of a word is the same word; no pairs on either side.
    ['opened', 'It opens', 1],
    // The same words, no pair in common.
    ['dog bites man', 'man bites dog', 0.95],
    // One family: the beginnings are common, the words are not.
    ['Austria', 'Austrian', 0.5],
    ['It is open', 'It is not open', 0.95 * (4 / 6)],
    ['to be or to be', 'to be or to be', 1],
    ['👍 👍', '👍👍', 1],
    ['👍', '👎', 0],
    ['', 'a', 0],
    ['', '', 1],
    ['東京は日本の首都です', '大阪の首都', 0.95 * (4 / 10)],
  ])('of %j and %j', (one, other, expected) => {
    expect(similarity(one, other)).toBeCloseTo(expected, 12)
  })

  it('counts case and blanks where it is told to', () => {
    expect(similarity('PARIS', 'paris')).toBe(1)
    expect(similarity('PARIS', 'paris', { ...options, ignoreCase: false })).toBe(0)
    expect(similarity('old  town', 'old town')).toBe(1)
    expect(similarity('old  town', 'old town', { ...options, ignoreWhitespace: false })).toBeLessThan(1)
  })

  it('is symmetric, in range, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (one, other, ignoreCase) => {
        const given = { ignoreCase, ignoreWhitespace: ignoreCase }
        const value = similarity(one, other, given)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(similarity(other, one, given)).toBeCloseTo(value, 12)
        expect(similarity(one, one, given)).toBe(1)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('is what counting each item in both texts finds', () => {
    fc.assert(
      fc.property(fc.array(commonWord), fc.array(commonWord), (one, other) => {
        const left = one.map(inflectionless)
        const right = other.map(inflectionless)
        fc.pre(left.length > 1 && right.length > 1 && one.join(' ') !== other.join(' '))
        const families = slowDice(withBeginnings(left), withBeginnings(right))
        const expected = 0.95 * families + 0.05 * slowDice(neighbours(left), neighbours(right))
        expect(similarity(one.join(' '), other.join(' '))).toBeCloseTo(expected, 12)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('does not drift with length: unrelated articles stay low, edited ones high', () => {
    const articles = readArticles()
    for (const length of [200, 1_000, 10_000]) {
      for (const [index, other] of [
        [0, 1],
        [2, 3],
        [4, 5],
        [10, 31],
        [20, 47],
      ] as const) {
        const one = longText(articles, index, length)
        expect(similarity(one, longText(articles, other, length))).toBeLessThan(0.35)
        const edited = one.split(' ').map((word, place) => (place % 12 === 7 ? `${word} indeed` : word))
        edited.splice(3, 1)
        expect(similarity(one, edited.join(' '))).toBeGreaterThan(0.8)
      }
    }
  })
})

/** None is a function word; several have one stem or beginning, and some are too long to be remembered. */
const commonWord = fc.constantFrom(
  ...[
    'open',
    'opens',
    'openness',
    'museum',
    'museums',
    'Straße',
    'café',
    'cafés',
    'мир',
    'internationalisation',
  ],
)

const withBeginnings = (units: readonly string[]) => units.flatMap((unit) => [unit, `${unit.slice(0, 4)}…`])
const neighbours = (units: readonly string[]) =>
  units.slice(1).map((unit, index) => `${units[index]} ${unit}`)

function slowDice(one: readonly string[], other: readonly string[]): number {
  const rest = [...other]
  const common = one.filter((item) => {
    const at = rest.indexOf(item)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
  return (2 * common.length) / (one.length + other.length)
}

/** One passage of each of the encyclopaedia articles of the calibration data. */
function readArticles(): string[] {
  const file = new URL('../../../datasets/calibration/statement-relevance-clapnq.jsonl', import.meta.url)
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return [...new Map(rows.map(({ group, output }) => [group, output as string])).values()]
}

/** Other articles follow the first, every second one, so that an even and an odd start never share any. */
function longText(articles: readonly string[], start: number, length: number): string {
  let text = ''
  for (let index = start; text.length < length; index += 2) text += `${articles[index]} `
  return text.slice(0, length)
}
