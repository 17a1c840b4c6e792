import { expect, it } from 'vitest'
import { createKeywordCoverageScorer } from '../../src/scorers/index.ts'

const scorer = createKeywordCoverageScorer()

it('scores the part of the keywords that the answer has, and tells them', async () => {
  const result = await scorer.run({
    input: 'Compare machine learning with React.js hooks',
    output: 'Machine-learning models have nothing to do with react.js.',
  })
  expect(result.score).toBe(2 / 4)
  expect([...(result.preprocessStepResult?.referenceKeywords ?? [])]).toEqual([
    'compare',
    'machine learning',
    'react.js',
    'hooks',
  ])
  expect(result.analyzeStepResult).toEqual({ totalKeywords: 4, matchedKeywords: 2 })
  expect(result.reason).toMatchInlineSnapshot(
    `"The answer contains 2 of 4 keywords of the input: score 0.5. Missing: compare, hooks."`,
  )
})

it('scores "React.js" and "react.js" the same', async () => {
  for (const [input, output] of [
    ['React.js', 'react.js'],
    ['react.js', 'React.js'],
    ['REACT.JS', 'React.js'],
  ]) {
    expect((await scorer.run({ input: `Learn ${input}`, output: `learning ${output}` })).score).toBe(1)
  }
})

it('stores its sets as lists', async () => {
  const { preprocessStepResult } = await scorer.run({ input: 'red apples', output: 'red pears' })
  expect(JSON.parse(JSON.stringify(preprocessStepResult))).toEqual({
    referenceKeywords: ['red', 'apples'],
    responseKeywords: ['red', 'pears'],
    missingKeywords: ['apples'],
    referenceIs: 'input',
    isEmptyAnswer: false,
  })
})

it('takes compounds of the user, and refuses blank ones', async () => {
  const mine = createKeywordCoverageScorer({ compounds: ['golden master'] })
  const run = { input: 'golden master', output: 'the master has a golden ring' }
  expect((await mine.run(run)).score).toBe(0)
  expect((await scorer.run(run)).score).toBe(1)
  expect(() => createKeywordCoverageScorer({ compounds: [' '] })).toThrow(/compounds/)
})

it('cannot score a reference of function words alone, and scores 0 where only the reference is empty', async () => {
  const result = await scorer.run({ input: 'Is it that?', output: 'Yes, it is.' })
  expect(result.notScorable?.reason).toBe('the input has no keywords')
  expect((await scorer.run({ input: '', output: 'Paris' })).score).toBe(0)
})
