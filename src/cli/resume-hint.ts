import { relative } from 'node:path'
import type { RunEnd } from '../run/record.ts'
import { say } from './print.ts'
import { quoteArgument } from './quote-argument.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Says whether and where the work of a stopped command is kept.
 *
 * @param file The file of the work, or 'last' for the runs of several targets in the runs folder.
 * @param command The one that goes on: `verdict watch` begins a `run`, which a resumed `watch` would not find.
 */
export function sayHowToGoOn(
  command: string,
  status: RunEnd['status'] | undefined,
  file: string | undefined,
  { stderr, folder }: Surroundings,
): void {
  if (status === 'complete' || status === 'decided') return
  if (file === undefined) {
    say(stderr, 'Nothing was saved. A run with --file can be resumed.')
    return
  }
  const named = file === 'last' ? file : quoteArgument(relative(folder, file))
  const what = file === 'last' ? 'Continue the runs' : `The run is in ${named}: continue it`
  say(stderr, `${what} with \`verdict ${command}\`, the same arguments and --resume ${named}.`)
}
