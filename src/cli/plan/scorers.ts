import { readScorers, type ScorerEntry } from '../../run/scorer-entry.ts'
import { CommandError } from '../command-error.ts'
import { scorerNames, scorersNamed } from './named-scorers.ts'
import type { Plan } from './plan.ts'

/**
 * Returns the configuration's scorers, or makes scorers by name if a judge is named or there is no configuration.
 *
 * @param ids The scorers to use. Default: all of the configuration's, or answer relevancy.
 * @throws CommandError for a judge along with a named configuration, and an unknown scorer.
 */
export async function scorersFor(
  { config }: Plan,
  { config: named, judge }: { readonly config?: string; readonly judge?: string },
  ids: readonly string[] | undefined,
): Promise<readonly ScorerEntry[]> {
  if (judge !== undefined && named !== undefined)
    throw new CommandError(
      '--judge cannot be used with --config: the scorers of a configuration have their own judges',
    )
  if (judge !== undefined || config.source === undefined) return scorersNamed(ids, { judge })
  const byName = ids?.some((id) => scorerNames.includes(id)) ?? false
  return pickScorers(
    config.scorers,
    ids,
    byName ? '; --judge takes scorers by name, as --judge embedded' : '',
  )
}

/**
 * Returns one scorer, for commands that use only one.
 *
 * @throws CommandError if there are several and none is named.
 */
export async function scorerFor(
  plan: Plan,
  flags: Parameters<typeof scorersFor>[1] & { readonly scorer?: string },
): Promise<ScorerEntry> {
  const scorers = await scorersFor(plan, flags, flags.scorer === undefined ? undefined : [flags.scorer])
  const [scorer, another] = scorers
  if (scorer === undefined) throw new CommandError('the configuration has no scorers')
  if (another === undefined) return scorer
  const ids = readScorers(scorers).map(({ record }) => record.id)
  throw new CommandError(`the configuration has several scorers: name one with --scorer (${ids.join(', ')})`)
}

/**
 * Returns the named scorers of a configuration, or all of them.
 *
 * @param hint An alternative to suggest at the end of the error.
 * @throws CommandError for an unknown id.
 */
export function pickScorers(
  scorers: readonly ScorerEntry[] = [],
  ids?: readonly string[],
  hint = '',
): readonly ScorerEntry[] {
  if (ids === undefined) return scorers
  const known = readScorers(scorers).map(({ record }) => record.id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown !== undefined)
    throw new CommandError(
      `there is no scorer "${unknown}" in the configuration: it has ${known.join(', ') || 'none'}${hint}`,
    )
  return scorers.filter((_, index) => ids.includes(known[index] ?? ''))
}
