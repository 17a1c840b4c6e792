import { type Command, Option } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { gateOptions } from '../../options/gates.ts'
import { wholeNumber, wholeOrNone } from '../../options/numbers.ts'
import { labelsOption, outputOptions } from '../../options/outputs.ts'
import { readingOptions, runsOption, scorersOptions, selectionOptions } from '../../options/project.ts'
import { collect } from '../../options/words.ts'
import { cacheOption, stopOption, workersOption, workOptions } from '../../options/work.ts'

export function addRunCommand(program: Command) {
  const command = program
    .command('run')
    .description('evaluate what a configuration says, or score the recorded answers of a dataset')
    .argument(
      '[config or dataset]',
      'a configuration (default: verdict.config.ts), or a .jsonl, .json or .csv file',
    )
    .option(
      '--target <name>',
      'one of the targets of the configuration; may be repeated (default: all)',
      collect,
    )
    .option('--name <name>', 'what the run is called')
    .option('--repeats <times>', 'how often each item is answered (default: 1)', wholeNumber)
    .option(
      '--replays <times>',
      'how often the words of each simulated user are said again (default: 0)',
      wholeOrNone,
    )
    .option('--judgings <times>', 'how often each answer is judged (default: 1)', wholeNumber)
    .option('--compare <run>', "show what changed since this run file; 'last' is the newest of the same name")
    .option('--fail-if-worse <run>', 'the same, and fail where a score is surely lower')
    .addOption(
      new Option(
        '--unmocked <policy>',
        'call tools that an item does not mock, or fail the item (default: allow)',
      ).choices(['allow', 'deny'] as const),
    )
    .option('--no-runs', 'keep no run file')
  const scored = scorersOptions(readingOptions(selectionOptions(runsOption(command))))
  return outputOptions(labelsOption(gateOptions(cacheOption(workersOption(stopOption(workOptions(scored)))))))
}

export type RunFlags = FlagsOf<typeof addRunCommand>
