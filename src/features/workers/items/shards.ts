import type { ItemTask } from '../../../evaluation/session/answer-attempts.ts'

/** The limit until the number of concurrent jobs is known. */
const fewestAhead = 4

/** Yields the tasks of each job: one each if the run may stop early, since work after the stop costs money in vain. */
export function* splitIntoShards(
  tasks: readonly ItemTask[],
  mayStop: boolean,
  most: number,
): Generator<readonly ItemTask[], undefined> {
  const size = mayStop ? 1 : most
  for (let start = 0; start < tasks.length; start += size) yield tasks.slice(start, start + size)
}

/** Returns how many jobs may wait: for a run that may stop early, as many as are in progress. */
export const limitAhead = (mayStop: boolean, most: number, running: number): number =>
  mayStop ? Math.min(most, Math.max(fewestAhead, running)) : most
