import { expect, it } from 'vitest'
import { chosenByRun, isChosenByScore } from '../../src/run/selection.ts'

const startedAt = '2026-11-29T10:15:30.123Z'

it('names the run by its time, which people know', () => {
  expect(chosenByRun('worst:20', startedAt)).toBe('worst:20 of the run of 2026-11-29 10:15:30 UTC')
})

it.each([
  [chosenByRun('worst:20', startedAt), true],
  [`q1, q2; ${chosenByRun('failed', startedAt)}`, true],
  [chosenByRun('changed', startedAt), false],
  // As earlier versions wrote it.
  ['unscored of run 5d1c', true],
  ['failed', false],
  [undefined, false],
])('knows whether low scores decided: %s', (selection, isByScore) => {
  expect(isChosenByScore(selection)).toBe(isByScore)
})
