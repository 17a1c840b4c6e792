import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Slices } from '../../shared/slices.ts'

/** Short enough that nobody waits for it, and long enough that the pauses cost little. */
const sliceInMs = 5

/**
 * Does work on texts without holding up the event loop: after every 5 ms, whatever else waits comes first. A text
 * of a few pages is done within the first slice. The result does not depend on the slices.
 */
export async function inSlices<Result>(work: Slices<Result>): Promise<Result> {
  let end = performance.now() + sliceInMs
  let step = work.next()
  while (!step.done) {
    if (performance.now() >= end) {
      await nextTurn()
      end = performance.now() + sliceInMs
    }
    step = work.next()
  }
  return step.value
}
