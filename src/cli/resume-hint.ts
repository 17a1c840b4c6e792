import { relative } from 'node:path'
import type { RunEnd } from '../run/record.ts'
import { say } from './print.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Says whether and where the work of a stopped command is kept.
 *
 * @param command The one that goes on: `verdict watch` begins a `run`, which a resumed `watch` would not find.
 */
export function sayHowToGoOn(
  command: string,
  status: RunEnd['status'] | undefined,
  file: string | undefined,
  { stderr, folder }: Surroundings,
): void {
  if (status === 'complete' || status === 'decided') return
  const how =
    file === undefined
      ? 'Nothing was saved. A run with --file can be resumed.'
      : `The run is in ${relative(folder, file)}: continue it with \`verdict ${command}\`, the same arguments and --resume ${relative(folder, file)}.`
  say(stderr, how)
}
