import { type FoundPair, pairsAnswerer } from '../../../evaluation/pairwise/judge-pairs.ts'
import { preferenceId, preferenceScorer } from '../../../evaluation/pairwise/preference-scorer.ts'
import { type ItemRecord, keyOf, type RunHeader } from '../../../evaluation/record.ts'
import { readScorers } from '../../../evaluation/scoring/scorers.ts'
import { NotOfThisWorkerError } from '../find-scorer.ts'
import type { ItemsWork } from './items-job.ts'

/**
 * What it takes to judge pairs: they come with the job, and the judge by its name.
 *
 * @throws NotOfThisWorkerError where the judge would be asked otherwise than by whoever began the run.
 */
export function pairsWork({ scorers: [wanted] }: RunHeader, tasks: ItemsWork['tasks']) {
  const given = new Map(
    tasks.map(({ item, repeat, given }) => [keyOf({ itemId: item.id, repeat }), given as FoundPair]),
  )
  const scorers = readScorers([preferenceScorer(wanted?.basis?.judge ?? '')])
  if (scorers[0]?.record.version !== wanted?.version)
    throw new NotOfThisWorkerError(
      'this worker asks about pairs otherwise than the run does: start workers of the same version',
    )
  return {
    answerer: pairsAnswerer((itemId, repeat) => given.get(keyOf({ itemId, repeat })) as FoundPair),
    scorers,
  }
}

/** @throws NotOfThisWorkerError where the judge cannot be asked from here: other workers may have its key. */
export function requireJudge({ scores }: ItemRecord): void {
  const score = scores[preferenceId]
  if (score?.outcome !== 'failed' || score.failure.reason !== 'configuration') return
  throw new NotOfThisWorkerError(`this worker cannot ask the judge of the pairs: ${score.failure.message}`)
}
