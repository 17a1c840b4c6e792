import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '../../src/shared/slices.ts'
import { type MatchingBlock, matchingBlocks } from '../../src/text/difference/common-units.ts'
import { measureDifference, splitIntoUnits } from '../../src/text/difference/text-difference.ts'
import { runs } from '../support/random-runs.ts'
import { anyText } from '../support/texts.ts'

const difference = (one: string, other: string) => runAtOnce(measureDifference(one, other))

describe('a difference', () => {
  it.each([
    ['The quick brown fox', 'The quick brown fox', 1, 0],
    // "Hello, world!" and "Hello world": 11 of 13 and 11 characters, in two places.
    ['Hello, world!', 'Hello world', 22 / 24, 2],
    // k-itt-e-n and s-itt-i-n-g: i, t, t, n.
    ['kitten', 'sitting', 8 / 13, 1],
    ['Hello world', 'Goodbye universe', 0, 1],
    ['a b c d', 'a c d e', 10 / 14, 2],
    ['é', 'e\u0301', 1, 0],
    ['', 'x', 0, 1],
    ['東京は首都', '東京が首都', 8 / 10, 1],
  ])('of %j and %j', (one, other, ratio, changes) => {
    const measured = difference(one, other)
    expect(measured.ratio).toBeCloseTo(ratio, 12)
    expect(measured.changes).toBe(changes)
  })

  it('is told in units that are the text when joined', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(runAtOnce(splitIntoUnits(text)).join('')).toBe(text)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('has a ratio in range, 1 only for the same text', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const { ratio, changes, lengthDiff } = difference(one, other)
        const isSame = one.normalize('NFC') === other.normalize('NFC')
        expect(ratio).toBeGreaterThanOrEqual(0)
        expect(ratio).toBeLessThanOrEqual(1)
        expect(ratio === 1).toBe(isSame)
        expect(changes === 0).toBe(isSame)
        expect(lengthDiff).toBeGreaterThanOrEqual(0)
        expect(lengthDiff).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('of a long text with few edits counts each of them', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `w${(index * 7919) % 5_003}`)
    const edited = words.map((word, index) => (index % 1_000 === 500 ? 'EDIT' : word))
    expect(difference(words.join(' '), edited.join(' ')).changes).toBe(20)
  })
})

const list = (values: readonly number[]) => Int32Array.from(values)
const blocksOf = (one: readonly number[], other: readonly number[], cost?: number) =>
  runAtOnce(matchingBlocks(list(one), list(other), cost))
const lengthOf = (blocks: readonly MatchingBlock[]) => blocks.reduce((sum, { length }) => sum + length, 0)

/** By the quadratic textbook recurrence. */
function longestCommon(one: readonly number[], other: readonly number[]): number {
  const table = [other.map(() => 0)]
  table[0]?.push(0)
  for (const [row, value] of one.entries()) {
    const line = [0]
    for (const [column, candidate] of other.entries()) {
      const diagonal = table[row]?.[column] ?? 0
      const best = Math.max(table[row]?.[column + 1] ?? 0, line[column] ?? 0)
      line.push(value === candidate ? diagonal + 1 : best)
    }
    table.push(line)
  }
  return table.at(-1)?.at(-1) ?? 0
}

function expectCommon(blocks: readonly MatchingBlock[], one: readonly number[], other: readonly number[]) {
  let [end, otherEnd] = [0, 0]
  for (const { start, otherStart, length } of blocks) {
    expect(length).toBeGreaterThan(0)
    expect(start).toBeGreaterThanOrEqual(end)
    expect(otherStart).toBeGreaterThanOrEqual(otherEnd)
    expect(other.slice(otherStart, otherStart + length)).toEqual(one.slice(start, start + length))
    end = start + length
    otherEnd = otherStart + length
  }
}

describe('matching blocks', () => {
  const numbers = fc
    .integer({ min: 1, max: 12 })
    .chain((variety) => fc.array(fc.nat(variety), { maxLength: 40 }))

  it('are a longest common subsequence', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const blocks = blocksOf(one, other)
        expectCommon(blocks, one, other)
        expect(lengthOf(blocks)).toBe(longestCommon(one, other))
      }),
      { numRuns: runs(5_000) },
    )
  })

  it('are common and in order where the search is cut off, too', () => {
    fc.assert(
      fc.property(numbers, numbers, fc.integer({ min: 1, max: 4 }), (one, other, cost) => {
        const blocks = blocksOf(one, other, cost)
        expectCommon(blocks, one, other)
        expect(lengthOf(blocks)).toBeLessThanOrEqual(longestCommon(one, other))
      }),
      { numRuns: runs(5_000) },
    )
  })

  it('keep most of what is common where half of a long list was replaced', () => {
    const one = Array.from({ length: 2_000 }, (_, index) => (index * 7919) % 1_009)
    const other = one.map((value, index) => ((index * 31) % 7 < 3 ? 5_000 + index : value))
    expect(lengthOf(blocksOf(one, other))).toBeGreaterThan(0.95 * longestCommon(one, other))
  })
})
