import { expect, it } from 'vitest'
import { createCompletenessScorer, createKeywordCoverageScorer, createToneScorer } from '../../src/index.ts'
import { splitIntoWindows } from '../../src/shared/slices.ts'

it('a stretch without white space is cut after a million characters, and nothing is lost', () => {
  const word = `${'a'.repeat(999_999)}😀${'b'.repeat(1_500_000)}`
  const pieces = [...splitIntoWindows(word)]
  expect(pieces.join('')).toBe(word)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1_000_000)
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
})

it.each([
  ['completeness', createCompletenessScorer()],
  ['keyword coverage', createKeywordCoverageScorer()],
  ['tone', createToneScorer()],
])('%s scores a word of 12 million characters', async (_, scorer) => {
  const word = 'a'.repeat(12_000_000)
  expect((await scorer.run({ input: 'x', output: word, groundTruth: word })).score).toBe(1)
})
