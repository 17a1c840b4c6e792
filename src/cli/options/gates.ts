import { Option } from '@commander-js/extra-typings'
import { type FlagsOf, type None, optionGroup } from './flags-of.ts'
import { allowedLoss, scorerNumbers, share } from './numbers.ts'

/** The options of gates that hold for one run. */
export const gateOptions = optionGroup((command) =>
  command
    .option('--fail-under <scorer=mean>', 'fail where a mean is below this; may be repeated', scorerNumbers)
    .option('--fail-over <scorer=mean>', 'the same where a lower score is better', scorerNumbers)
    .option(
      '--allowed-loss <loss>',
      'a loss against the baseline beyond which it has to be ruled out: 0.02, or scorer=0.02; may be repeated (default: 0.05 of the scale passes unless a larger loss is shown, or 80 % likely)',
      allowedLoss,
    )
    .option('--max-failed <share>', 'the share of answers that may have failed: 1% or 0.01', share)
    .option(
      '--max-not-scorable <share>',
      'the share that a scorer may have found not scorable: 10% or 0.1',
      share,
    )
    .option(
      '--max-unmet <share>',
      'the share of expectations of items that may be unmet: 1% or 0.01 (default: none)',
      share,
    )
    .option(
      '--min-scored <share>',
      'the share of answers that each scorer must have scored; below it, nothing can be told (default: 50%)',
      share,
    )
    .addOption(
      new Option(
        '--inconclusive <result>',
        'what gates that cannot tell do: fail ends with 3, pass with 0 (default: fail)',
      ).choices(['pass', 'fail'] as const),
    ),
)

export type GateFlags = FlagsOf<typeof gateOptions<[], None>>
