import type { VerdictConfig } from '../../config/index.ts'
import { CommandError } from '../ending.ts'
import type { GateFlags } from '../options/gates.ts'

export type ConfigGates = NonNullable<VerdictConfig['gates']>

/** What `--by` is given so that gates are about people. */
export const people = 'people'

/**
 * The gates of the command line over those of a configuration.
 *
 * @throws CommandError for an allowed loss without a baseline.
 */
export function gatesOf(
  flags: Partial<GateFlags> & { readonly failIfWorse?: string },
  isByPeople: boolean,
  config: ConfigGates = {},
): ConfigGates {
  const baseline = flags.failIfWorse ?? config.failIfWorse?.baseline
  if (flags.allowedLoss !== undefined && baseline === undefined)
    throw new CommandError(
      '--allowed-loss says how much worse than a baseline a run may be: add --fail-if-worse',
    )
  return {
    by: isByPeople ? people : config.by,
    failUnder: flags.failUnder ?? config.failUnder,
    failOver: flags.failOver ?? config.failOver,
    maxFailed: flags.maxFailed ?? config.maxFailed,
    maxUnmet: flags.maxUnmet ?? config.maxUnmet,
    maxNotScorable: flags.maxNotScorable ?? config.maxNotScorable,
    minScored: flags.minScored ?? config.minScored,
    failIfWorse:
      baseline === undefined
        ? undefined
        : { baseline, allowedLoss: flags.allowedLoss ?? config.failIfWorse?.allowedLoss },
    inconclusive: flags.inconclusive ?? config.inconclusive,
  }
}
