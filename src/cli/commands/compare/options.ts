import type { Command } from '@commander-js/extra-typings'
import { acrossOption, shownOptions } from '../../options/outputs.ts'
import { aRun, configOption } from '../../options/project.ts'

export function addCompareCommand(program: Command) {
  const command = program
    .command('compare')
    .description('show what changed between two runs of the same items')
    .argument('<baseline>', `the earlier run: ${aRun}`)
    .argument('<run>', 'the later one')
    .option('--fail-if-worse', 'fail if a score is significantly worse')
  return shownOptions(acrossOption(configOption(command)))
}
