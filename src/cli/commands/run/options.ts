import type { Command } from '@commander-js/extra-typings'
import { usualDatasetEndings } from '../../../evaluation/dataset/dataset-formats.ts'
import { cacheOption, stopOption, workersOption, workOptions } from '../../options/budget-and-resume.ts'
import type { FlagsOf } from '../../options/flags-of.ts'
import { shownOptions } from '../../options/outputs.ts'
import { wholeNumber } from '../../options/parse-numbers.ts'
import { collect } from '../../options/parse-texts.ts'
import { configOption, fieldOption, scorersOptions, selectionOptions } from '../../options/project.ts'

export function addRunCommand(program: Command) {
  const command = program
    .command('run')
    .description('run the evaluation of a configuration, or score the recorded answers of a dataset')
    .argument(
      '[config or dataset]',
      `a configuration (default: verdict.config.ts), or a ${usualDatasetEndings} file`,
    )
    .option(
      '--target <name>',
      'one of the targets of the configuration; may be repeated (default: all)',
      collect,
    )
    .option('--name <name>', 'name of the run')
    .option('--repeats <times>', 'number of answers to each item (default: 1)', wholeNumber)
    .option('--judgings <times>', 'number of times each answer is judged (default: 1)', wholeNumber)
    .option(
      '--compare <run>',
      "show what changed since this run file; 'last' is the newest complete run of the same evaluation and dataset",
    )
    .option(
      '--fail-if-worse <run>',
      "the same, and fail if a score is significantly worse; 'last' means the last run that passed",
    )
  const scored = scorersOptions(fieldOption(selectionOptions(configOption(command))))
  return shownOptions(cacheOption(workersOption(stopOption(workOptions(scored)))))
}

export type RunFlags = FlagsOf<typeof addRunCommand>
