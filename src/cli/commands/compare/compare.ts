import type { CompareFlags } from '../../options/of-runs.ts'
import type { Surroundings } from '../../surroundings.ts'
import { report } from '../report/report.ts'

/** @returns The exit code. */
export const compare = (
  baseline: string,
  run: string,
  flags: CompareFlags,
  around: Surroundings,
): Promise<number> =>
  report(run, { ...flags, compare: baseline, failIfWorse: flags.failIfWorse && baseline }, around)
