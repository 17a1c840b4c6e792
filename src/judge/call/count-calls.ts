import { type CallUsage, callSurroundings, surroundCalls } from './call-context.ts'

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
