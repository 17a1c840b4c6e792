import '../shared/check-node.ts'
import type { VerdictMatchers } from './matchers.ts'

export { expectEvals, FailedRunsError } from './expect-evals.ts'
export { verdictMatchers } from './matchers.ts'

/** For vitest 3.2 and later, below 5: vitest 5 gives `Matchers` another number of type parameters. */
declare module 'vitest' {
  interface Matchers<T> extends VerdictMatchers {}
  /** For `expect.not`. */
  interface AsymmetricMatchersContaining extends VerdictMatchers {}
}
