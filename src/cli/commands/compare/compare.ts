import { CommandError } from '../../ending.ts'
import type { CompareFlags } from '../../options/of-runs.ts'
import type { Surroundings } from '../../surroundings.ts'

/** @returns The exit code of either comparison. */
export async function compare(
  baseline: string,
  run: string,
  more: readonly string[],
  flags: CompareFlags,
  around: Surroundings,
): Promise<number> {
  const named = [baseline, run, ...more]
  checkFlags(flags, named)
  if (flags.pairwise) return (await import('./pairwise.ts')).pairwise(named, flags, around)
  const compared = { ...flags, compare: baseline, failIfWorse: flags.failIfWorse && baseline }
  return (await import('../report/report.ts')).report(run, compared, around)
}

/** Flags that are about pairs alone. */
const ofPairs = [
  'judge',
  'failIfRather',
  'stopWhenDecided',
  'workers',
  'file',
  'resume',
  'retryFailed',
  'budget',
  'quiet',
  'cache',
] as const

/** Flags that say nothing of pairs. */
const ofScores = [
  ...(['failIfWorse', 'failUnder', 'failOver', 'allowedLoss', 'maxUnmet', 'by'] as const),
  ...(['junit', 'githubSummary', 'details', 'acrossJudges', 'skipDamaged'] as const),
] as const

const spelled = (flag: string) => `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** @throws CommandError for a flag that would have no effect, and for more runs than two without --pairwise. */
function checkFlags(flags: CompareFlags, named: readonly string[]): void {
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
