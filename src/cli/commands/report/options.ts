import type { Command } from '@commander-js/extra-typings'
import { shownOptions } from '../../options/outputs.ts'
import { collect } from '../../options/parse-texts.ts'
import { aRun, configOption } from '../../options/project.ts'

export function addReportCommand(program: Command) {
  const command = program
    .command('report')
    .description('show a saved run, check it against gates, write its reports')
    .argument('<run>', aRun)
    .option(
      '--fail-if-worse <run file>',
      'compare with this baseline, and fail if a score is significantly worse',
    )
    .option(
      '--only <which>',
      'show these answers in full, with the evidence: id:q7, failed, unscored, worst:20 or worst:20:bias; may be repeated',
      collect,
    )
  return shownOptions(configOption(command))
}
