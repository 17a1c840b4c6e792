import '../shared/check-node.ts'
import type { VerdictMatchers } from './matchers.ts'

export { type EvalsAssertion, expectEvals, FailedRunsError } from './expect-evals.ts'
export { type ScoreLimit, type VerdictMatchers, verdictMatchers } from './matchers.ts'
export type { NoWorseOptions } from './no-worse.ts'

/** From vitest 3.2 on, below 5: vitest 5 gives `Matchers` another number of type parameters. */
declare module 'vitest' {
  interface Matchers<T> extends VerdictMatchers {}
  /** For `expect.not`. */
  interface AsymmetricMatchersContaining extends VerdictMatchers {}
}
