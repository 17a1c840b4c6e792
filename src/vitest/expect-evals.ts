import type { RunEvalsConfig, RunEvalsResult } from '@mastra/core/evals'
import { surroundCalls } from '../judge/call/call-context.ts'
import { shorten, terminalText } from '../report/safe-text.ts'
import { importOptional } from '../shared/optional-package.ts'

const shown = 3

/** Thrown if runs of scorers failed, whatever the others scored. */
export class FailedRunsError extends Error {
  override readonly name = 'FailedRunsError'
  /** The scores of `runEvals`. */
  readonly result: RunEvalsResult

  constructor(message: string, result: RunEvalsResult) {
    super(message)
    this.result = result
  }
}

/**
 * A stricter `expectEvals` than that of `@mastra/evals/vitest`, which leaves not scorable answers out of means and
 * gates, and passes on the rest: this one fails if a scorer with `onFailure: 'notScorable'` failed on any answer.
 */
export function expectEvals(options: RunEvalsConfig): {
  /**
   * @param minPassRate The share of items that each gate must pass, 0 to 1. Default 1.
   * @throws FailedRunsError if a run of a scorer failed; errors of `expectEvals` of `@mastra/evals/vitest` if a gate or
   * a threshold is missed.
   */
  toPass(minPassRate?: number): Promise<RunEvalsResult>
} {
  return {
    async toPass(minPassRate) {
      // Loaded late, because the matchers need neither.
      const peer = await importOptional<typeof import('@mastra/evals/vitest')>(
        '@mastra/evals/vitest',
        'expectEvals',
      )
      const failed: string[] = []
      const onFailedRun = (scorerId: string, reason: string) => void failed.push(`${scorerId}: ${reason}`)
      const result = await surroundCalls({ onFailedRun }, () => peer.expectEvals(options).toPass(minPassRate))
      if (failed.length > 0) throw new FailedRunsError(describeFailed(failed), result)
      return result
    },
  }
}

const describeFailed = (failed: readonly string[]) =>
  [
    `${failed.length === 1 ? '1 scorer run' : `${failed.length} scorer runs`} failed, so the result is inconclusive:`,
    ...failed.slice(0, shown).map((one) => `  ${shorten(terminalText(one), 400)}`),
    ...(failed.length > shown ? [`  and ${failed.length - shown} more`] : []),
  ].join('\n')
