import type { ConfigGates } from '../../config/index.ts'
import type { Inconclusive } from '../../evaluation/gates/run-outcome.ts'
import type { Gates } from '../../evaluation/gates/types.ts'
import type { EvaluationRun } from '../../evaluation/record.ts'
import { CommandError } from '../ending.ts'
import type { GateFlags } from '../options/gates.ts'
import type { LabelsFlags } from '../options/outputs.ts'
import { isByPeople } from './labels.ts'
import { parseAllowedLoss, parseLimits, parseShare } from './limits.ts'

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
  flags: GateFlags & Pick<LabelsFlags, 'by'> & { readonly failIfWorse?: string | boolean },
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
  named: string | boolean | EvaluationRun | undefined,
  read: (named: string) => Promise<EvaluationRun>,
  given: EvaluationRun | undefined,
): Promise<EvaluationRun | undefined> {
  if (named === true) return given
  if (named === false) return undefined
  return typeof named === 'string' ? read(named) : named
}
