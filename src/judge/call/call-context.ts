import { AsyncLocalStorage } from 'node:async_hooks'
import type { Evidence, Judge, Usage } from '../contract.ts'

/** A call that reached a model, whether it succeeded or not. */
export interface CallUsage {
  /** As 'provider/model'. */
  readonly model: string
  /** Zero if the call failed. */
  readonly usage: Usage
}

/** The context of all calls that a piece of work makes, however deep in scorers and judges. */
export interface CallSurroundings {
  /** The number of this judging of the same answer, from 1; judges get it as the `vote` of a request. */
  readonly judging?: number
  /** Cancels the calls, in addition to their own signals. */
  readonly signal?: AbortSignal
  /** Called for each failed call, before its retry. */
  readonly onFailedCall?: (error: unknown) => void
  readonly onCall?: (call: CallUsage) => void
  /** Returns the judge that a scorer should ask instead of its own, for example one with a cache. */
  readonly judgeFor?: (judge: Judge) => Judge
  /** Called for each decision, extraction or text that a scorer got; once for a judge made of judges. */
  readonly onEvidence?: (evidence: Evidence, model: string) => void
  /** Called for each failed run that ended as not scorable, with the reason. */
  readonly onFailedRun?: (scorerId: string, reason: string) => void
}

const surroundings = new AsyncLocalStorage<CallSurroundings>()

/** Returns the context of the current work; empty outside {@link surroundCalls}. */
export function callSurroundings(): CallSurroundings {
  return surroundings.getStore() ?? {}
}

/**
 * Does work whose calls to models can be cancelled and watched from outside. Nothing can be passed all the way down:
 * Mastra's `runEvals` makes its own runs, its engine gives a scorer's steps only the run, and that as `prepareRun`
 * left it, and a user's judge around one of ours gets only the request.
 */
export function surroundCalls<Result>(around: CallSurroundings, work: () => Result): Result {
  return surroundings.run(around, work)
}

/**
 * Does work and counts the calls to models that it makes, however deep in judges: an error has no evidence that would
 * tell.
 *
 * @returns The work's own promise, and its calls so far.
 */
export function countCalls<Result>(work: () => Promise<Result>) {
  const calls: CallUsage[] = []
  const around = callSurroundings()
  const onCall = (call: CallUsage) => {
    calls.push(call)
    around.onCall?.(call)
  }
  return { result: surroundCalls({ ...around, onCall }, work), calls: calls as readonly CallUsage[] }
}
