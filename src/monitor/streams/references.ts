import { readRun } from '../../evaluation/run-file/read-run.ts'
import type { StreamWatchOptions } from '../../statistics/monitoring/stream-watch.ts'
import type { ReadMonitorOptions } from '../monitor-options.ts'
import type { StreamKey } from './stream.ts'

/** What the means of streams are compared with, ready for use. */
export interface References {
  /** Ids of the scorers that are named. */
  readonly named: readonly string[]
  of(key: StreamKey): {
    readonly reference: StreamWatchOptions['reference']
    readonly scores?: readonly number[]
  }
}

const usual = 1000

/**
 * Reads what `reference` names.
 *
 * @throws TypeError for a run with too few or too many scores of a scorer; what `readRun` throws for the file.
 */
export async function readReferences(reference: ReadMonitorOptions['reference']): Promise<References> {
  const learned = { reference: { observations: 'first' in reference ? reference.first : usual } }
  if ('first' in reference) return { named: [], of: () => learned }
  if ('means' in reference)
    return {
      named: Object.keys(reference.means),
      of: ({ scorerId, of, field }) => {
        const mean = reference.means[scorerId]
        return mean === undefined || of === 'failures' || field !== undefined
          ? learned
          : { reference: { mean } }
      },
    }
  const run = await readRun(reference.run)
  const scores = new Map<string, number[]>()
  for (const { scores: records } of run.items)
    for (const [id, record] of Object.entries(records)) {
      const all = scores.get(id) ?? []
      if (record.outcome === 'scored') all.push(record.score)
      if (all.length > 0) scores.set(id, all)
    }
  for (const [id, all] of scores)
    if (all.length < 20 || all.length > 10_000)
      throw new TypeError(
        `monitor: ${reference.run} has ${all.length} scores of ${id}: a reference takes 20 to 10,000`,
      )
  return {
    // A run may have more scorers than score live answers.
    named: [],
    of: ({ scorerId, of, field }) => {
      const own = scores.get(scorerId)
      if (own === undefined || of === 'failures' || field !== undefined) return learned
      return { reference: { observations: own.length }, scores: own }
    },
  }
}
