import type { ItemWorkers } from '../../../evaluation/session/session-settings.ts'
import { readOptions } from '../../../shared/read-options.ts'
import type { ScoringQueue } from '../queue/scoring-queue.ts'
import { Coordinator } from './coordinator.ts'
import { type ItemWorkersOptions, itemWorkersSchema } from './item-workers-options.ts'

/**
 * Lets workers in other processes (`verdict worker`, `startWorker` with `evaluation`) process the items of a run. This
 * process enqueues them in shards and saves their records: the run file has one writer, and the run is the same as one
 * by a single process.
 *
 * @returns The `workers` option of `evaluate`.
 * @throws TypeError for an option out of range.
 */
export function itemWorkers(queue: ScoringQueue, options: ItemWorkersOptions = {}): ItemWorkers {
  const settings = readOptions('itemWorkers', itemWorkersSchema, options)
  return {
    async run(tasks, session, header) {
      return new Coordinator(await queue.engine(), tasks, session, header, settings).run()
    },
  }
}
