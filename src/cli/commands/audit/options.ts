import type { Command } from '@commander-js/extra-typings'
import { probeNames } from '../../../people/audit/probes/all.ts'
import type { FlagsOf } from '../../options/flags-of.ts'
import { seed, wholeNumber } from '../../options/numbers.ts'
import { labelsOption, pageOptions } from '../../options/outputs.ts'
import { runsOption, scorerOptions } from '../../options/project.ts'
import { collect } from '../../options/words.ts'
import { workOptions } from '../../options/work.ts'

export function addAuditCommand(program: Command) {
  const command = program
    .command('audit')
    .description('say how far a judge can be trusted on the answers of a run: length, order, style, names')
    .argument('<run>', "a run file, its name in the folder of runs, or 'last'")
    .option('--sample <answers>', 'how many answers are drawn at random (default: 100)', wholeNumber)
    .option('--seed <number>', 'another number draws other answers (default: 1)', seed)
    .option('--probe <name>', `of ${probeNames.join(', ')}; may be repeated (default: all)`, collect)
  return labelsOption(pageOptions(workOptions(scorerOptions(runsOption(command)))))
}

export type AuditFlags = FlagsOf<typeof addAuditCommand>
