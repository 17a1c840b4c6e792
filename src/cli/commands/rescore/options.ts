import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { gateOptions } from '../../options/gates.ts'
import { wholeNumber } from '../../options/numbers.ts'
import { labelsOption, outputOptions } from '../../options/outputs.ts'
import { runsOption, scorersOptions } from '../../options/project.ts'
import { cacheOption, workOptions } from '../../options/work.ts'

export function addRescoreCommand(program: Command) {
  const command = program
    .command('rescore')
    .description('score the answers of a run again, with other scorers or newer ones, and generate none')
    .argument('<run>', "a run file, its name in the folder of runs, or 'last'")
    .option('--name <name>', 'what the new run is called')
    .option('--judgings <times>', 'how often each answer is judged (default: 1)', wholeNumber)
    .option('--compare <run>', 'show what changed since this run')
    .option('--fail-if-worse <run>', 'the same, and fail where a score is surely lower')
    .option('--no-runs', 'keep no run file')
  const scored = scorersOptions(runsOption(command))
  return outputOptions(labelsOption(gateOptions(cacheOption(workOptions(scored)))))
}

export type RescoreFlags = FlagsOf<typeof addRescoreCommand>
