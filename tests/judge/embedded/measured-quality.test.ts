import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measured } from '../../../src/judge/embedded/measured-quality.ts'

test.each(['README.md', 'docs/reference/embedded-judge.md'])('%s says what was measured', (file) => {
  const { hardPairs, rightPassed, wrongPassed } = measured
  expect(readFileSync(file, 'utf8')).toContain(`On ${hardPairs} deliberately hard pairs`)
  expect(readFileSync(file, 'utf8')).toContain(
    `it accepted ${rightPassed} % of the right answers and ${wrongPassed} % of the wrong ones`,
  )
})

test('the reference says how the judge does with questions of a shop', () => {
  expect(readFileSync('docs/reference/embedded-judge.md', 'utf8')).toContain(
    `first in ${measured.shopFirst} %`,
  )
})
