import { randomUUID } from 'node:crypto'
import type { Mastra } from '@mastra/core/mastra'
import { excerpt } from '../../judge/call/failure.ts'
import { callSurroundings } from '../../judge/call/surroundings.ts'
import { thrownBy, thrownText } from '../../judge/thrown.ts'

interface EndedRun {
  readonly runId: string
  notScorable?: { readonly step: string; readonly reason?: string }
}

/**
 * Wraps a scorer's run so that a failure makes it not scorable and is logged, and the other runs continue. A cancelled
 * run did not fail, and callers that count failures themselves still get the error.
 *
 * @param signal Cancels the scorer.
 */
export function withoutFailures<Input extends object, Result extends EndedRun>(
  scorer: object,
  run: (input: Input) => Promise<Result>,
  signal: AbortSignal | undefined,
): (input: Input) => Promise<Result> {
  const { id } = scorer as { readonly id: string }
  const warn = makeWarner(scorer)
  let runs = 0
  let failed = 0
  return async (input) => {
    runs += 1
    try {
      return await run(input)
    } catch (error) {
      const { countsFailures, onFailedRun, signal: outer } = callSurroundings()
      if (countsFailures || signal?.aborted || outer?.aborted) throw error
      failed += 1
      const reason = `failed: ${excerpt(thrownText(thrownBy(error)), 1000)}`
      warn(`${id}: ${failed} of ${runs} runs failed and are not scorable; the last ${reason}`)
      onFailedRun?.(id, reason)
      const { runId = randomUUID() } = input as { readonly runId?: string }
      return { ...input, runId, notScorable: { step: 'preprocess', reason } } as EndedRun as Result
    }
  }
}

/** Returns a getter of the Mastra instance that a scorer is registered with; undefined if there is none. */
export function trackMastra(scorer: object): () => Mastra | undefined {
  const registered = scorer as { __registerMastra?(mastra: Mastra): void }
  const register = registered.__registerMastra
  let mastra: Mastra | undefined
  registered.__registerMastra = (given) => {
    mastra = given
    register?.call(scorer, given)
  }
  return () => mastra
}

/** Warns through the logger of the scorer's Mastra instance, or on the console without one. */
export function makeWarner(scorer: object): (message: string) => void {
  const mastra = trackMastra(scorer)
  return (message) => {
    const logger = mastra()?.getLogger()
    if (logger) logger.warn(message)
    else console.warn(message)
  }
}
