import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AdaptiveLimit } from '../../../src/evaluation/session/work-limits.ts'

describe('the adaptive limit', () => {
  it('begins at its bound', () => {
    expect(new AdaptiveLimit(32).current).toBe(32)
  })

  it('is halved by a refusal, once for all that began before it', () => {
    const limit = new AdaptiveLimit(32)
    const { epoch } = limit
    limit.refused(epoch)
    limit.refused(epoch)
    expect(limit.current).toBe(16)
    limit.refused(limit.epoch)
    expect(limit.current).toBe(8)
  })

  it('rises by about one with each round of successes', () => {
    const limit = new AdaptiveLimit(32)
    limit.refused(limit.epoch)
    for (let success = 0; success < 17; success += 1) limit.succeeded()
    expect(limit.current).toBe(17)
  })

  it('is a whole number from 1 to its bound, whatever happens, and comes back to the bound', () => {
    const events = fc.array(fc.boolean(), { maxLength: 300 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), events, (bound, outcomes) => {
        const limit = new AdaptiveLimit(bound)
        for (const succeeded of outcomes) {
          const before = limit.current
          if (succeeded) limit.succeeded()
          else limit.refused(limit.epoch)
          expect(Number.isInteger(limit.current)).toBe(true)
          expect(limit.current).toBeGreaterThanOrEqual(succeeded ? before : 1)
          expect(limit.current).toBeLessThanOrEqual(succeeded ? bound : Math.max(1, before / 2))
        }
        for (let success = 0; success < bound * bound; success += 1) limit.succeeded()
        expect(limit.current).toBe(bound)
      }),
    )
  })
})
