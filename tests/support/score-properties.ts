import fc from 'fast-check'
import { expect } from 'vitest'
import { judgeErrorIn } from '../../src/judge/errors.ts'
import { runs } from './random-runs.ts'

/** Runs a property over random verdicts. */
export const check = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, { numRuns: runs(40) })

export const someScale = fc.double({ min: 0.01, max: 1_000, noNaN: true })

export function expectInRange(score: number | undefined, scale: number): void {
  expect(score).toSatisfy((value: number) => Number.isFinite(value) && value >= 0 && value <= scale)
}

/** The judge's error that a run ends in. */
export async function failureOf(run: Promise<unknown>) {
  return judgeErrorIn(await run.catch((thrown: unknown) => thrown))
}
