import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { jsonOption } from '../../options/outputs.ts'
import { wholeNumber } from '../../options/parse-numbers.ts'
import { aRun, configOption } from '../../options/project.ts'

/** The default number of runs to list. */
export const usualLimit = 20

export function addRunsCommand(program: Command) {
  const command = program
    .command('runs')
    .description('list the saved runs, newest first, or name one of them')
    .argument('[run]', `with --as: ${aRun}`)
    .option('--as <name>', "a name for the run, to use instead of its file: 'main' for the baseline")
    .option('--name <name>', 'only runs of this name')
    .option('--limit <runs>', `list at most this many (default: ${usualLimit})`, wholeNumber)
  return jsonOption(configOption(command))
}

export type ListFlags = FlagsOf<typeof addRunsCommand>
