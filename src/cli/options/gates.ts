import { type Command, Option } from 'commander'
import type { ConfigGates } from '../../config/index.ts'
import type { Inconclusive } from '../../evaluation/gates/run-outcome.ts'
import type { Gates } from '../../evaluation/gates/types.ts'
import type { EvaluationRun } from '../../evaluation/record.ts'
import { CommandError } from '../ending.ts'
import { isByPeople } from './labels.ts'
import { parseAllowedLoss, parseLimits, parseShare } from './limits.ts'
import { collect } from './parse.ts'

export interface GateFlags {
  readonly failUnder?: string[]
  readonly failOver?: string[]
  readonly failIfWorse?: string | true
  readonly allowedLoss?: string[]
  readonly maxFailed?: string
  readonly maxUnmet?: string
  readonly maxNotScorable?: string
  readonly minScored?: string
  readonly inconclusive?: Inconclusive
  readonly by?: string[]
}

/** The options of gates that hold for one run. */
export function addGateOptions(command: Command): Command {
  return command
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
      ).choices(['pass', 'fail']),
    )
}

export interface ReadGates {
  readonly gates: Gates
  /** What is made of those that cannot tell. */
  readonly inconclusive?: Inconclusive
  /** The run to compare with, where a gate names one. */
  readonly baseline?: EvaluationRun
}

/**
 * The gates of a configuration with those of the command line before them.
 *
 * @param read Gives the run that is named as the baseline.
 * @param given A run that is there already, for commands that were given one.
 * @throws TypeError for a gate that cannot be read, RunFileError for a baseline that cannot.
 */
export async function readGates(
  flags: GateFlags,
  read: (named: string) => Promise<EvaluationRun>,
  config: ConfigGates = {},
  given?: EvaluationRun,
): Promise<ReadGates> {
  const { failIfWorse, inconclusive, ...rest } = config
  const allowedLoss =
    flags.allowedLoss === undefined
      ? failIfWorse?.allowedLoss
      : parseAllowedLoss('--allowed-loss', flags.allowedLoss)
  const against = await baselineOf(flags.failIfWorse ?? failIfWorse?.baseline, read, given)
  if (flags.allowedLoss !== undefined && against === undefined)
    throw new CommandError(
      '--allowed-loss says how much worse than a baseline a run may be: add --fail-if-worse',
    )
  const { failUnder, failOver, maxFailed, maxUnmet, maxNotScorable, minScored } = flags
  return {
    gates: {
      by: isByPeople(flags) ? 'people' : rest.by,
      failUnder: failUnder === undefined ? rest.failUnder : parseLimits('--fail-under', failUnder),
      failOver: failOver === undefined ? rest.failOver : parseLimits('--fail-over', failOver),
      maxFailed: maxFailed === undefined ? rest.maxFailed : parseShare('--max-failed', maxFailed),
      maxUnmet: maxUnmet === undefined ? rest.maxUnmet : parseShare('--max-unmet', maxUnmet),
      maxNotScorable:
        maxNotScorable === undefined ? rest.maxNotScorable : parseShare('--max-not-scorable', maxNotScorable),
      minScored: minScored === undefined ? rest.minScored : parseShare('--min-scored', minScored),
      failIfWorse: against === undefined ? undefined : { baseline: against, allowedLoss },
    },
    inconclusive: flags.inconclusive ?? inconclusive,
    baseline: against,
  }
}

async function baselineOf(
  named: string | true | EvaluationRun | undefined,
  read: (named: string) => Promise<EvaluationRun>,
  given: EvaluationRun | undefined,
): Promise<EvaluationRun | undefined> {
  if (named === true) return given
  return typeof named === 'string' ? read(named) : named
}
