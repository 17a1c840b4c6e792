import { type Command, Option } from '@commander-js/extra-typings'
import { CommandError } from '../../ending.ts'
import type { FlagsOf } from '../../options/flags-of.ts'
import { cacheOption, stopOption, workersOption, workOptions } from '../../options/work.ts'
import { shownOptions } from '../report/options.ts'

/** Adds `verdict compare`. */
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

/** Flags that are about pairs alone. */
const ofPairs = [
  'judge',
  'failIfRather',
  'stopWhenDecided',
  'workers',
  'file',
  'resume',
  'retryFailed',
  'concurrency',
  'timeout',
  'budget',
  'quiet',
  'cache',
] as const

/** Flags that say nothing of pairs. */
const ofScores = [
  ...(['failIfWorse', 'failUnder', 'failOver', 'allowedLoss', 'maxUnmet', 'passAt', 'by'] as const),
  ...(['junit', 'githubSummary', 'details', 'acrossJudges', 'skipDamaged'] as const),
] as const

const spelled = (flag: string) => `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** @throws CommandError for a flag that would have no effect, and for more runs than two without --pairwise. */
export function checkCompareFlags(flags: CompareFlags, named: readonly string[]): void {
  const stray = (flags.pairwise ? ofScores : ofPairs).find((flag) => flags[flag] !== undefined)
  if (stray !== undefined)
    throw new CommandError(
      flags.pairwise
        ? `${spelled(stray)} is about scores: leave it out, or leave out --pairwise`
        : `${spelled(stray)} is about pairs: add --pairwise, or leave it out`,
    )
  if (!flags.pairwise && named.length > 2)
    throw new CommandError('more than two runs can be compared with --pairwise alone')
}
