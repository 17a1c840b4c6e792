import { resolve } from 'node:path'
import type { VerdictConfig } from '../../config/index.ts'
import { readScorers, type ScorerEntry } from '../../evaluation/scoring/scorers.ts'
import { CommandError } from '../ending.ts'
import { findConfig, loadConfig } from '../load-config.ts'
import { scorersNamed } from '../scorers.ts'

/** Scorers of the configuration, or by name. */
export interface ScorerFlags {
  readonly config?: string
  readonly judge?: string
}

/** Scorers, and what the configuration that they are from says beside; paths are whole. */
export interface UsedScorers
  extends Pick<VerdictConfig, 'prices' | 'close' | 'judgings' | 'passAt' | 'translator'> {
  readonly scorers: readonly ScorerEntry[]
  /** Where the configuration keeps its runs. */
  readonly runs?: string | false
  /** Files with labels that it names. */
  readonly labels: readonly string[]
}

/**
 * Those of the configuration that is named or found, where no judge is named; else by name.
 *
 * @param ids Those that are wanted. Default: all of the configuration's, or answer relevancy.
 * @throws CommandError for a judge beside a configuration, and a scorer that is not there.
 */
export async function scorersFor(
  { config: named, judge }: ScorerFlags,
  ids: readonly string[] | undefined,
  folder: string,
): Promise<UsedScorers> {
  if (judge !== undefined && named !== undefined)
    throw new CommandError('--judge goes without --config: the scorers of a configuration have their own')
  if (judge !== undefined || (named === undefined && findConfig(folder) === undefined))
    return { scorers: await scorersNamed(ids, { judge }), labels: [] }
  const { config, folder: configFolder } = await loadConfig(folder, named)
  const { prices, close, judgings, passAt, translator, runs = 'runs', labels = [] } = config
  return {
    ...{ prices, close, judgings, passAt, translator, scorers: scorersOf(config.scorers, ids) },
    runs: runs && resolve(configFolder, runs),
    labels: [labels].flat().map((file) => resolve(configFolder, file)),
  }
}

/** The same of one scorer. */
export type UsedScorer = Omit<UsedScorers, 'scorers'> & { readonly scorer: ScorerEntry }

/**
 * One scorer, for commands that look at one; the rest as `scorersFor` gives it.
 *
 * @throws CommandError where there are several and none is named.
 */
export async function scorerFor(
  flags: ScorerFlags & { readonly scorer?: string },
  folder: string,
): Promise<UsedScorer> {
  const { scorers, ...used } = await scorersFor(
    flags,
    flags.scorer === undefined ? undefined : [flags.scorer],
    folder,
  )
  const [scorer, another] = scorers
  if (scorer === undefined) throw new CommandError('the configuration has no scorers')
  if (another !== undefined) {
    const ids = readScorers(scorers).map(({ record }) => record.id)
    throw new CommandError(
      `the configuration has several scorers: name one with --scorer (${ids.join(', ')})`,
    )
  }
  return { ...used, scorer }
}

/**
 * The scorers of a configuration that are named, or all of them.
 *
 * @throws CommandError for an id that none of them has.
 */
export function scorersOf(
  scorers: readonly ScorerEntry[] = [],
  ids?: readonly string[],
): readonly ScorerEntry[] {
  if (ids === undefined) return scorers
  const known = readScorers(scorers).map(({ record }) => record.id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown !== undefined)
    throw new CommandError(`there is no scorer "${unknown}" in the configuration: it has ${known.join(', ')}`)
  return scorers.filter((_, index) => ids.includes(known[index] ?? ''))
}
