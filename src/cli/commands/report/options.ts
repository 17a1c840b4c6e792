import type { Command } from '@commander-js/extra-typings'
import { type FlagsOf, optionGroup } from '../../options/flags-of.ts'
import { gateOptions } from '../../options/gates.ts'
import { labelsOption, outputOptions } from '../../options/outputs.ts'
import { runsOption } from '../../options/project.ts'

export function addReportCommand(program: Command) {
  const command = program
    .command('report')
    .description('show a run file, hold it against gates, write its reports')
    .argument('<run file>')
    .option(
      '--fail-if-worse <run file>',
      'compare with this baseline, and fail where a score is surely lower',
    )
  return shownOptions(command)
}

/** Of runs that are shown, and not made. */
export const shownOptions = optionGroup((command) => {
  const read = command.option(
    '--skip-damaged',
    'leave out lines of a run file that cannot be read, with a warning',
  )
  return outputOptions(labelsOption(gateOptions(runsOption(read))))
})

export type ReportFlags = FlagsOf<typeof addReportCommand> & {
  /** A run to compare with for show. */
  readonly compare?: string
}
