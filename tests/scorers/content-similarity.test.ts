import { expect, it } from 'vitest'
import { createContentSimilarityScorer } from '../../src/scorers/index.ts'

it('scores the similarity and keeps the texts as they were compared', async () => {
  const result = await createContentSimilarityScorer({ scale: 10 }).run({
    input: '?',
    output: 'The  DOG\non a mat',
    groundTruth: 'The cat on the mat',
  })
  expect(result.score).toBeCloseTo(10 * 0.95 * 0.5, 12)
  expect(result.preprocessStepResult).toEqual({
    processedInput: 'the cat on the mat',
    processedOutput: 'the dog on a mat',
    referenceIs: 'ground truth',
  })
  expect(result.analyzeStepResult?.similarity).toBeCloseTo(0.475, 12)
  expect(result.reason).toMatchInlineSnapshot(
    `"The answer and the ground truth have some of their content words in common (18 and 16 characters): score 4.75 of 10."`,
  )
})

it.each([
  [{ ignoreCase: false }, 'PARIS', 'paris'],
  [{ ignoreWhitespace: false }, 'old  town', 'old town'],
])('with %j, %j and %j are not the same', async (options, input, output) => {
  expect((await createContentSimilarityScorer().run({ input, output })).score).toBe(1)
  expect((await createContentSimilarityScorer(options).run({ input, output })).score).toBeLessThan(1)
})

it('refuses an option of another type', () => {
  expect(() => createContentSimilarityScorer({ ignoreCase: 1 as never })).toThrow(/ignoreCase/)
})
