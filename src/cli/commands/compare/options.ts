import { type Command, Option } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { cacheOption, stopOption, workersOption, workOptions } from '../../options/work.ts'
import { shownOptions } from '../report/options.ts'

export function addCompareCommand(program: Command) {
  const command = program
    .command('compare')
    .description(
      'show what changed between two runs of the same items, or which answers people would rather have',
    )
    .argument('<baseline>', 'the earlier run file')
    .argument('<run file>', 'the later one')
    .argument('[more...]', 'with --pairwise: further ones, each held against each')
    .option('--fail-if-worse', 'fail where a score is surely lower')
    .option(
      '--pairwise',
      'let a judge say which of each two answers people would rather have, in both orders',
    )
    .option('--judge <model>', 'with --pairwise: a model such as openai/gpt-5-mini')
    .addOption(
      new Option(
        '--fail-if-rather <which>',
        'with --pairwise: fail where people would surely rather have the baseline',
      ).choices(['baseline'] as const),
    )
  return cacheOption(workersOption(stopOption(workOptions(shownOptions(command)))))
}

export type CompareFlags = FlagsOf<typeof addCompareCommand>
