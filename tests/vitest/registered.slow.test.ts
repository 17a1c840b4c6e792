import { expect, it } from 'vitest'
import '../../src/vitest/index.ts'

// Among the slow tests, where each file has globals of its own.
it('importing the matchers registers none: the user does', () => {
  expect(expect).not.toHaveProperty('toScoreAtLeast')
})
