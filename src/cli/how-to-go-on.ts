import { relative } from 'node:path'
import type { RunEnd } from '../evaluation/record.ts'
import { type Surroundings, say } from './surroundings.ts'

/** Of work that stopped before its end: whether and where it is kept. */
export function sayHowToGoOn(
  status: RunEnd['status'] | undefined,
  file: string | undefined,
  { stderr, folder }: Surroundings,
): void {
  if (status === 'complete') return
  const how =
    file === undefined
      ? 'Nothing of it is kept: with --file, a run can be gone on with.'
      : `The run is in ${relative(folder, file)}: the same command with --resume goes on with it.`
  say(stderr, how)
}
