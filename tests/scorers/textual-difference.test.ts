import { expect, it } from 'vitest'
import { createTextualDifferenceScorer } from '../../src/scorers/index.ts'

const scorer = createTextualDifferenceScorer()

it('scores ratio times confidence, and tells both', async () => {
  const result = await scorer.run({ input: 'Hello, world!', output: 'Hello world' })
  const ratio = 22 / 24
  const lengthDiff = 2 / 13
  expect(result.score).toBeCloseTo(ratio * (1 - lengthDiff), 12)
  expect(result.analyzeStepResult).toEqual({
    ratio,
    confidence: 1 - lengthDiff,
    changes: 2,
    lengthDiff,
    referenceIs: 'input',
  })
  expect(result.reason).toMatchInlineSnapshot(
    `"The answer differs from the input in 2 places (similarity 0.917, times 0.846 for length): score 0.776."`,
  )
})

it.each([
  ['color', 'colour', (10 / 11) * (5 / 6)],
  // Two of four characters are below 60 %.
  ['ab', 'ba', 0],
  // 6 and 5 of 8 characters are above 60 %, 4 are below.
  ['same abcdefgh', 'same abcdefxy', 11 / 13],
  ['same abcdefgh', 'same abcdexyz', 10 / 13],
  ['same abcdefgh', 'same abcdwxyz', 5 / 13],
])('scores %s and %s by the thresholds of the page: %d', async (input, output, expected) => {
  expect((await scorer.run({ input, output })).score).toBeCloseTo(expected, 12)
})

it('scores one changed word in a long text high, and another text low', async () => {
  const groundTruth = 'Paris has been the capital of France since the Middle Ages. '.repeat(40)
  const changed = groundTruth.replace('capital', 'heart')
  expect((await scorer.run({ input: '?', output: changed, groundTruth })).score).toBeGreaterThan(0.98)
  const other = 'Whisk two eggs, add a pinch of salt, and wait until the pan is hot. '.repeat(35)
  expect((await scorer.run({ input: '?', output: other, groundTruth })).score).toBeLessThan(0.3)
})
