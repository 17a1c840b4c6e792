import { type Assertion, describe, type expect, expectTypeOf, it } from 'vitest'
import type { EvaluationRun } from '../../src/evaluation.ts'
import type { verdictMatchers } from '../../src/vitest/index.ts'
import type { ScoreLimit, VerdictMatchers } from '../../src/vitest/matchers.ts'
import type { NoWorseOptions } from '../../src/vitest/no-worse.ts'

/** Checked by `tsc`, which reads the tests too; at run time they only must not throw. */
describe('the types of the matchers', () => {
  it('are known to expect, to .not, to resolves and to asymmetric matchers', () => {
    expectTypeOf<Assertion<EvaluationRun>>().toExtend<VerdictMatchers>()
    expectTypeOf<Assertion<EvaluationRun>['not']>().toExtend<VerdictMatchers>()
    expectTypeOf<Assertion<Promise<EvaluationRun>>['resolves']['toScoreAtLeast']>().returns.toEqualTypeOf<
      Promise<void>
    >()
    expectTypeOf<typeof expect>().toExtend<VerdictMatchers>()
    expectTypeOf<typeof expect.not>().toExtend<VerdictMatchers>()
  })

  it('fit expect.extend, and have a matcher for each declared one', () => {
    expectTypeOf<typeof verdictMatchers>().toExtend<Parameters<typeof expect.extend>[0]>()
    expectTypeOf<keyof typeof verdictMatchers>().toEqualTypeOf<keyof VerdictMatchers>()
  })

  it('take a limit alone, or a scorer, its limit and options', () => {
    expectTypeOf<[0.8]>().toExtend<ScoreLimit>()
    expectTypeOf<['relevancy', 0.8]>().toExtend<ScoreLimit>()
    expectTypeOf<['relevancy', 0.8, { wholeInterval: true; level: 0.9 }]>().toExtend<ScoreLimit>()
    expectTypeOf<['relevancy']>().not.toExtend<ScoreLimit>()
    expectTypeOf<[0.8, { wholeInterval: true }]>().not.toExtend<ScoreLimit>()
    expectTypeOf<['relevancy', 0.8, { confident: true }]>().not.toExtend<ScoreLimit>()
  })

  it('take one loss or a loss a scorer', () => {
    expectTypeOf<{ allowedLoss: 0.02 }>().toExtend<NoWorseOptions>()
    expectTypeOf<{ allowedLoss: { relevancy: 0.02 } }>().toExtend<NoWorseOptions>()
    expectTypeOf<{ allowedLoss: '2%' }>().not.toExtend<NoWorseOptions>()
  })
})
