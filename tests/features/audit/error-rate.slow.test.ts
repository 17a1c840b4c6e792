import { expect, it } from 'vitest'
import { audit } from '../../../src/features/audit/index.ts'
import { auditedRun, scriptedScorer } from './judges.ts'

const run = auditedRun(20)

it('finds something in at most one in twenty audits of fair judges, over all its probes', async () => {
  const audits = 80
  let wrong = 0
  for (let seed = 1; seed <= audits; seed++) {
    const scorer = scriptedScorer({ seed, noise: 0.3 })
    const { probes } = await audit({ run, scorer, resamples: 1000, tolerance: 0 })
    if (probes.some(({ result }) => result === 'found')) wrong += 1
  }
  // 5 % of 80 are 4; above 10 it is by chance in 2 of 1,000.
  expect(wrong).toBeLessThanOrEqual(10)
})
