import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { seed, wholeNumber } from '../../options/numbers.ts'
import { runsOption } from '../../options/project.ts'

/** Adds `verdict dataset add`. */
export function addDatasetCommand(program: Command) {
  const command = program
    .command('dataset')
    .description('make cases of a dataset out of answers')
    .command('add')
    .description('add answers of a run to a dataset, as cases whose tools answer from the record')
    .requiredOption('--from <run>', "a run file, its name in the folder of runs, or 'last'")
    .requiredOption('--to <file>', 'a JSONL file, which is made where there is none')
    .option('--only <which>', 'only items that failed, unscored, worst:20 or worst:20:bias (default: all)')
    .option('--scorer <id>', 'the one that worst:20 goes by (default: the only scorer of the run)')
    .option('--sample <answers>', 'so many, drawn at random', wholeNumber)
    .option('--seed <number>', 'of the draw (default: 1)', seed)
    .option('--no-redact', 'leave e-mail addresses, keys, card and phone numbers in')
  return runsOption(command)
}

export type DatasetFlags = FlagsOf<typeof addDatasetCommand>
