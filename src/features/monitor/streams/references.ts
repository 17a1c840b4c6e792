import {
  differencesText,
  type MeasureRecord,
  scorerDifferences,
} from '../../../evaluation/comparison/scorer-differences.ts'
import { readRun } from '../../../run/file/read-run.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import { computeMean } from '../../../statistics/mean.ts'
import type { StreamWatchOptions } from '../detectors/stream-watch.ts'
import type { ReadMonitorOptions } from '../monitor-options.ts'
import type { StreamKey } from './stream-key.ts'

const usual = 1000

/** Returns the mean score of each group of items, or item, by scorer, since repeats are not independent. */
export function collectObservations({
  items,
}: Pick<EvaluationRun, 'items'>): ReadonlyMap<string, readonly number[]> {
  const scores = new Map<string, number[]>()
  for (const cluster of Map.groupBy(items, ({ group, itemId }) =>
    JSON.stringify([group ?? null, group === undefined ? itemId : null]),
  ).values()) {
    const own = new Map<string, number[]>()
    for (const { scores: records } of cluster)
      for (const [id, record] of Object.entries(records))
        if (record.outcome === 'scored') own.set(id, [...(own.get(id) ?? []), record.score])
    for (const [id, all] of own) {
      const mean = computeMean(all)
      const found = scores.get(id)
      if (found) found.push(mean)
      else scores.set(id, [mean])
    }
  }
  return scores
}

export interface References {
  /** Ids of the scorers that the option names. */
  readonly named: readonly string[]
  /** @param measured The scorer's current version and basis. */
  of(
    key: StreamKey,
    measured?: MeasureRecord,
  ): {
    readonly reference: StreamWatchOptions['reference']
    readonly scores?: readonly number[]
    /** Reason why the reference is learned although another one is named. */
    readonly because?: string
  }
}

/**
 * Reads the references that the `reference` option names.
 *
 * @returns The references for the means of streams.
 * @throws TypeError for a run with too few or too many scores of a scorer; errors of `readRun` for the file.
 */
export async function readReferences(reference: ReadMonitorOptions['reference']): Promise<References> {
  const learned = { reference: { observations: 'first' in reference ? reference.first : usual } }
  if ('first' in reference) return { named: [], of: () => learned }
  if ('means' in reference)
    return {
      named: Object.keys(reference.means),
      of: ({ scorerId, of, field }) => {
        const mean = reference.means[scorerId]
        return mean === undefined || of !== 'scores' || field !== undefined
          ? learned
          : { reference: { mean } }
      },
    }
  const run = await readRun(reference.run)
  const scores = collectObservations(run)
  const scorers = new Map(run.header.scorers.map((scorer) => [scorer.id, scorer]))
  for (const [id, all] of scores)
    if (all.length < 20 || all.length > 10_000)
      throw new TypeError(
        `monitor: ${reference.run} has scores of ${id} for ${all.length} items (a group counts as one): a reference needs 20 to 10,000`,
      )
  return {
    // A run may have scorers that do not score live answers.
    named: [],
    of: ({ scorerId, of, field }, measured = {}) => {
      const own = scores.get(scorerId)
      if (own === undefined || of !== 'scores' || field !== undefined) return learned
      const differences = scorerDifferences(scorers.get(scorerId) ?? {}, measured)
      if (differences.length > 0)
        return {
          ...learned,
          because: `${reference.run} cannot be its reference, because ${differencesText(differences)}: it is learned from live scores instead`,
        }
      return { reference: { observations: own.length }, scores: own }
    },
  }
}
