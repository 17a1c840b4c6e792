import { type Command, Option, type OptionValues } from '@commander-js/extra-typings'
import type { FlagsOf, None } from './flags-of.ts'
import { collect } from './parse.ts'

/** The options of gates that hold for one run. */
export const gateOptions = <Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) =>
  command
    .option('--fail-under <scorer=mean>', 'fail where a mean is below this; may be repeated', collect)
    .option('--fail-over <scorer=mean>', 'the same where a lower score is better', collect)
    .option(
      '--allowed-loss <loss>',
      'a loss against the baseline beyond which it has to be ruled out: 0.02, or scorer=0.02; may be repeated (default: beyond 0.05 of 1 a loss must be neither shown nor likely)',
      collect,
    )
    .option('--max-failed <share>', 'the share of answers that may have failed: 1% or 0.01')
    .option('--max-not-scorable <share>', 'the share that a scorer may have found not scorable: 10% or 0.1')
    .option(
      '--max-unmet <share>',
      'the share of expectations of items that may be unmet: 1% or 0.01 (default: none)',
    )
    .option(
      '--min-scored <share>',
      'the share of answers that each scorer must have scored; below it, nothing can be told (default: 50%)',
    )
    .addOption(
      new Option(
        '--inconclusive <result>',
        'what gates that cannot tell do: fail ends with 3, pass with 0 (default: fail)',
      ).choices(['pass', 'fail'] as const),
    )

export type GateFlags = FlagsOf<typeof gateOptions<[], None>>
