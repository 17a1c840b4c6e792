import type { ItemTask } from '../../../evaluation/session/evaluate-item.ts'
import type { RunHeader } from '../../../run/record.ts'

/** Before it is known how many workers do at once. */
const fewestAhead = 4

const mayStop = ({ sequential }: RunHeader) => sequential !== undefined

/** The tasks of each job. Of a run that may stop, each is one: what is begun beyond the stop is paid for nothing. */
export function* shardsOf(
  tasks: readonly ItemTask[],
  header: RunHeader,
  most: number,
): Generator<readonly ItemTask[], undefined> {
  const size = mayStop(header) ? 1 : most
  for (let start = 0; start < tasks.length; start += size) yield tasks.slice(start, start + size)
}

/** How many jobs may wait: where each of them may be one too many, as many as are in work. */
export const aheadOf = (header: RunHeader, most: number, running: number): number =>
  mayStop(header) ? Math.min(most, Math.max(fewestAhead, running)) : most
