import { expect, it } from 'vitest'
import { createCompletenessScorer } from '../../src/scorers/index.ts'

const scorer = createCompletenessScorer()

it('scores the part of the elements that the answer covers, and tells them', async () => {
  const result = await scorer.run({
    input: 'Explain photosynthesis: inputs, outputs, stages.',
    output: 'Photosynthetic cells turn inputs (light, water) into an output, sugar.',
  })
  expect(result.score).toBe(3 / 5)
  expect(result.preprocessStepResult).toEqual({
    inputElements: ['explain', 'photosynthesis', 'inputs', 'outputs', 'stages'],
    outputElements: ['photosynthetic', 'cells', 'turn', 'inputs', 'light', 'water', 'output', 'sugar'],
    missingElements: ['explain', 'stages'],
    elementCounts: { input: 5, output: 8 },
    referenceIs: 'input',
    isEmptyAnswer: false,
  })
  expect(result.reason).toMatchInlineSnapshot(
    `"The answer covers 3 of 5 elements of the input: score 0.6. Missing: explain, stages."`,
  )
})

it.each([
  ['植物は光合成によって、太陽の光と水と二酸化炭素から糖を作り、酸素を出します。', 0.6, 1],
  ['東京は日本の首都で、世界最大の都市の一つです。多くの観光客が訪れます。', 0, 0.3],
  ['昨日は友達と映画を見に行って、その後レストランで食事をしました。', 0, 0.3],
])('scores the Japanese answer %s from %d to %d', async (output, least, most) => {
  const groundTruth = '光合成は、植物が太陽の光を使って二酸化炭素と水から酸素と糖を作る仕組みです。'
  const { score } = await scorer.run({ input: '光合成とは何ですか。', output, groundTruth })
  expect(score).toBeGreaterThan(least - 1e-9)
  expect(score).toBeLessThanOrEqual(most)
})

it.each([
  ['Что такое столица Франции?', 'Столица Франции — Париж.', 0.6],
  ['Wo liegt die Hauptstadt von Frankreich?', 'The weather is nice.', 0],
  ['ما هي عاصمة فرنسا', 'عاصمة فرنسا باريس', 0.5],
])('reads %s', async (input, output, least) => {
  const { score } = await scorer.run({ input, output })
  if (least === 0) expect(score).toBe(0)
  else expect(score).toBeGreaterThanOrEqual(least)
})

it('counts one element as one', async () => {
  const { reason } = await scorer.run({ input: 'Where?', output: 'In Rome.', groundTruth: 'Paris' })
  expect(reason).toBe('The answer covers 0 of 1 element of the ground truth: score 0. Missing: paris.')
})

it.each(['Is it?', '👍', '!!!'])('cannot score where the input %s has nothing to cover', async (input) => {
  const { notScorable } = await scorer.run({ input, output: 'Paris' })
  expect(notScorable?.reason).toBe('the input has no content words to cover')
})
