import type { VerdictConfig } from '../../../config/index.ts'
import type { ScorerRecord } from '../../../evaluation/record.ts'
import { readScorers } from '../../../evaluation/scoring/scorers.ts'
import type { GivesContext } from '../../../people/page/context-shown.ts'
import { CommandError } from '../../ending.ts'
import { loadConfig } from '../../load-config.ts'
import { type Surroundings, say } from '../../surroundings.ts'

export interface LabelContext extends Pick<VerdictConfig, 'close'> {
  readonly context?: GivesContext
}

/**
 * What the scorer of a configuration gives answers as context.
 *
 * @throws CommandError for a configuration that does not have the scorer.
 */
export async function contextFor(
  { id, version }: ScorerRecord,
  file: string | undefined,
  { folder, stderr }: Surroundings,
): Promise<LabelContext> {
  if (file === undefined) return {}
  const { config } = await loadConfig(folder, file)
  const { scorers = [], close } = config
  const found = scorers.length === 0 ? [] : readScorers(scorers)
  const used = found.find(({ record }) => record.id === id)
  if (used === undefined)
    throw new CommandError(
      `--config: the configuration has no scorer ${id}, only ${found.map(({ record }) => record.id).join(', ') || 'none'}`,
    )
  const { contextByOptions } = await import('../../../people/page/context-shown.ts')
  const context = contextByOptions(used.scorer)
  if (context === undefined)
    say(
      stderr,
      `The options of ${id} give no context: that of the item, or what tools returned, is shown, where the run has it.`,
    )
  else if (version !== undefined && used.record.version !== version)
    say(
      stderr,
      `warning: ${id} has another version in the configuration than in the run, and its context may be another`,
    )
  return { context, close }
}
