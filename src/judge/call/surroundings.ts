import { AsyncLocalStorage } from 'node:async_hooks'
import type { Evidence, Judge, Usage } from '../contract.ts'

/** A call that reached a model, whether it succeeded or not. */
export interface MadeCall {
  /** As 'provider/model'. */
  readonly model: string
  /** Zero where the call failed. */
  readonly usage: Usage
}

/** What surrounds the calls that a piece of work makes, however deep in scorers and judges it makes them. */
interface CallSurroundings {
  /** Which judging of the same answer this is, counted from 1; judges are told as the `vote` of a request. */
  readonly judging?: number
  /** Cancels the calls, beside the signals that they were given. */
  readonly signal?: AbortSignal
  /** Told of each call that failed, before it is repeated. */
  readonly onFailedCall?: (error: unknown) => void
  readonly onCall?: (call: MadeCall) => void
  /** Gives the judge that a scorer is to ask in place of its own, such as one that remembers its answers. */
  readonly judgeFor?: (judge: Judge) => Judge
  /** Told of each decision, extraction or text that a scorer got; of a judge made of judges, once. */
  readonly onEvidence?: (evidence: Evidence, model: string) => void
  /** Whether whoever scores counts failures, so that a scorer must throw whatever it was told to do with them. */
  readonly countsFailures?: boolean
  /** Told of each run that failed and ended as not scorable, with the reason. */
  readonly onFailedRun?: (scorerId: string, reason: string) => void
}

const surroundings = new AsyncLocalStorage<CallSurroundings>()

/** Those of the present work; empty where nobody asked. */
export function callSurroundings(): CallSurroundings {
  return surroundings.getStore() ?? {}
}

/**
 * Does work whose calls to models can be cancelled and watched from outside. A Mastra scorer takes no signal
 * when it runs, so an evaluation has no other way to reach the calls of its judge.
 */
export function surroundCalls<Result>(around: CallSurroundings, work: () => Result): Result {
  return surroundings.run(around, work)
}
