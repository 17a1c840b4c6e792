import { existsSync } from 'node:fs'
import { CommandError } from '../../../cli/command-error.ts'
import { exitCodes } from '../../../cli/exit-codes.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { withPlan } from '../../../cli/plan/plan.ts'
import { say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { writeText } from '../../../cli/write-file.ts'
import type { addAnchorsCommand } from '../command-options.ts'
import type { MonitorConfig } from '../config.ts'

/** Creates the anchors file. @returns The exit code: 1 if there is nothing to draw from. */
export function anchorsCommand(
  perScorer: number,
  { seed, since, config: named }: FlagsOf<typeof addAnchorsCommand>,
  around: Surroundings,
): Promise<number> {
  const { stdout, stderr, signal } = around
  return withPlan<MonitorConfig>({ config: named }, around, { isNeeded: true }, async ({ config }) => {
    const { mastra, scorers, monitor } = config
    const file = monitor?.anchors?.file
    if (file === undefined)
      throw new CommandError(
        'there is no file to write: name it in the configuration, as `monitor: { anchors: { file } }`',
      )
    if (existsSync(file))
      throw new CommandError(`${file} already exists: remove it, or name another in the configuration`)
    const { drawAnchors } = await import('../index.ts')
    const drawn = await drawAnchors({ mastra, scorers, perScorer, seed, since, signal })
    for (const scorer of drawn.unknown)
      warn(stderr, `the project has no scorer "${scorer}": none of its scores was drawn`)
    if (drawn.outOfRange > 0)
      warn(stderr, `scores outside their scorer's scale, which were left out: ${drawn.outOfRange}`)
    if (drawn.anchors.length === 0) {
      say(stderr, 'There are no scored live answers to draw from.')
      return exitCodes.failed
    }
    await writeText(file, drawn.anchors.map((anchor) => `${JSON.stringify(anchor)}\n`).join(''), 'create')
    for (const [scorer, count] of Object.entries(drawn.from))
      say(stdout, `${scorer}: ${Math.min(count, perScorer)} of ${count}`)
    say(stdout, `Drawn with --seed ${drawn.seed} into ${file}`)
    return exitCodes.passed
  })
}
