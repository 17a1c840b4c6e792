import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { runsOption, scorerOptions } from '../../options/project.ts'
import { cacheOption, paceOptions } from '../../options/work.ts'
import { rowOptions, unitOption } from '../agreement/options.ts'

export function addImproveCommand(program: Command) {
  const command = program
    .command('improve')
    .description('try to make a judge agree better with labels, and keep what surely does')
    .argument('<labels>', 'labelled rows; with a run, a file of `verdict label`')
    .argument('[run]', 'the run that the labels are about')
    .option('--to <file>', 'where an improved judge is written', 'judge.json')
    .option('--dry-run', 'say what is tried and what it takes, and ask nothing')
    .option('--json', 'print JSON instead of text')
  return cacheOption(paceOptions(scorerOptions(unitOption(rowOptions(runsOption(command))))))
}

export type ImproveFlags = FlagsOf<typeof addImproveCommand>
