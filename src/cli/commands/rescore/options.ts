import type { Command } from '@commander-js/extra-typings'
import { cacheOption, workOptions } from '../../options/budget-and-resume.ts'
import { acrossOption, shownOptions } from '../../options/outputs.ts'
import { wholeNumber } from '../../options/parse-numbers.ts'
import { aRun, configOption, scorersOptions } from '../../options/project.ts'

export function addRescoreCommand(program: Command) {
  const command = program
    .command('rescore')
    .description('score the answers of a run again, with other or newer scorers, without generating any')
    .argument('<run>', aRun)
    .option('--name <name>', 'name of the new run')
    .option('--judgings <times>', 'number of times each answer is judged (default: 1)', wholeNumber)
    .option('--compare <run>', 'show what changed since this run')
    .option(
      '--fail-if-worse <run>',
      "the same, and fail if a score is significantly worse; 'last' means the last run that passed",
    )
  return shownOptions(acrossOption(cacheOption(workOptions(scorersOptions(configOption(command))))))
}
