import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { wholeNumber } from '../../options/numbers.ts'
import { runsOption } from '../../options/project.ts'

/** Runs that are listed where nobody says how many. */
export const usualLimit = 20

export function addRunsCommand(program: Command) {
  const command = program
    .command('runs')
    .description('list the runs that are kept, newest first')
    .option('--name <name>', 'only those of this name')
    .option('--limit <runs>', `the most that are listed (default: ${usualLimit})`, wholeNumber)
    .option('--json', 'print JSON instead of a table')
  return runsOption(command)
}

export type ListFlags = FlagsOf<typeof addRunsCommand>
