import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { VerdictConfig } from '../../../config/index.ts'
import { CommandError, exitCodes } from '../../ending.ts'
import { type Surroundings, say } from '../../surroundings.ts'
import { writeText } from '../../write-file.ts'
import type { MonitorFlags } from './options.ts'

/** Makes the file of anchors. @returns The exit code: 1 where there is nothing to draw from. */
export async function drawAnchorsFile(
  { drawAnchors: perScorer = 0, seed, since, anchors: flag }: MonitorFlags,
  { config, configFolder }: { config: VerdictConfig; configFolder: string },
  { folder, stdout, stderr, signal }: Surroundings,
): Promise<number> {
  const { mastra, scorers, monitor } = config
  const own = monitor?.anchors && resolve(configFolder, monitor.anchors.file)
  const file = flag === undefined ? own : resolve(folder, flag)
  if (file === undefined)
    throw new CommandError('--draw-anchors needs a file to write: name it with --anchors <file>')
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new CommandError(`${file} already exists: remove it, or name another with --anchors`)
  const { drawAnchors } = await import('../../../live/monitor/index.ts')
  const drawn = await drawAnchors({ mastra, scorers, perScorer, seed, since, signal })
  for (const scorer of drawn.unknown)
    say(stderr, `warning: the project has no scorer "${scorer}": none of its scores was drawn`)
  if (drawn.outOfRange > 0)
    say(stderr, `warning: scores outside their scorer's scale, which were left out: ${drawn.outOfRange}`)
  if (drawn.anchors.length === 0) {
    say(stderr, 'There are no scored live answers to draw from.')
    return exitCodes.failed
  }
  await writeText(file, drawn.anchors.map((anchor) => `${JSON.stringify(anchor)}\n`).join(''), 'create')
  for (const [scorer, count] of Object.entries(drawn.from))
    say(stdout, `${scorer}: ${Math.min(count, perScorer)} of ${count}`)
  say(stdout, `Drawn with --seed ${drawn.seed} into ${file}`)
  return exitCodes.passed
}
