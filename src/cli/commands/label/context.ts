import type { ScorerRecord } from '../../../evaluation/record.ts'
import { readScorers } from '../../../evaluation/scoring/scorers.ts'
import type { GivesContext } from '../../../people/page/context-shown.ts'
import { CommandError } from '../../ending.ts'
import type { Plan } from '../../plan/plan.ts'
import { say } from '../../surroundings.ts'

/**
 * What the scorer of the configuration gives answers as context; undefined where it gives none.
 *
 * @param isNamed Whether the configuration was named, and not found: then it must have the scorer.
 * @throws CommandError for a configuration that does not have it.
 */
export async function contextFor(
  { id, version }: ScorerRecord,
  { config: { scorers = [] }, stderr }: Plan,
  isNamed: boolean,
): Promise<GivesContext | undefined> {
  const found = scorers.length === 0 ? [] : readScorers(scorers)
  const used = found.find(({ record }) => record.id === id)
  if (used === undefined && !isNamed) return undefined
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
  return context
}
