import { isOfLoss } from '../../../evaluation/gates/read-gates.ts'
import type { FlagsOf } from '../../options/flags-of.ts'
import type { Surroundings } from '../../surroundings.ts'
import { report } from '../report/report.ts'
import type { addCompareCommand } from './options.ts'

/** @returns The exit code. */
export const compare = (
  baseline: string,
  run: string,
  flags: FlagsOf<typeof addCompareCommand>,
  around: Surroundings,
): Promise<number> =>
  report(
    run,
    {
      ...flags,
      compare: baseline,
      // A gate on a loss is against the baseline that the command already names.
      failIfWorse: flags.failIfWorse || Object.keys(flags.gate ?? {}).some(isOfLoss) ? baseline : undefined,
    },
    around,
  )
