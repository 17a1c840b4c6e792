import type { Command } from '@commander-js/extra-typings'
import { workOptions } from '../../cli/options/budget-and-resume.ts'
import { labelsOption, resultOptions } from '../../cli/options/outputs.ts'
import { seed, wholeNumber } from '../../cli/options/parse-numbers.ts'
import { collect } from '../../cli/options/parse-texts.ts'
import { aRun, configOption, scorerOptions } from '../../cli/options/project.ts'
import { probeNames } from './probes/all.ts'

export function addAuditCommand(program: Command) {
  const command = program
    .command('audit')
    .description('check whether length, order, style or names sway a judge on the answers of a run')
    .argument('<run>', aRun)
    .option('--sample <answers>', 'how many answers to draw at random (default: 100)', wholeNumber)
    .option('--seed <number>', 'seed of the random draw (default: 1)', seed)
    .option('--probe <name>', `one of ${probeNames.join(', ')}; may be repeated (default: all)`, collect)
  return labelsOption(resultOptions(workOptions(scorerOptions(configOption(command)))))
}
