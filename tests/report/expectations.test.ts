import { expect, it } from 'vitest'
import { expectationBlocks } from '../../src/report/run/expectations.ts'
import { runOf } from '../evaluation/support/runs.ts'

it.each([
  [1, 'The expectation was met.'],
  [2, 'Both expectations were met.'],
  [3, 'All 3 expectations were met.'],
])('of %i expectations that were met the report says so in words of their number', (count, text) => {
  const run = runOf([1])
  const expectations = Array.from({ length: count }, () => ({
    what: 'includes "PDF"',
    met: true,
    found: 'PDF',
  }))
  const items = run.items.map((item) => ({ ...item, expectations }))
  expect(expectationBlocks({ ...run, items })).toMatchObject([{ text }])
})
