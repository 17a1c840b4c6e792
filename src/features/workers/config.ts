import { z } from 'zod/v4'
import type { ScoringQueue } from './queue/scoring-queue.ts'
import type { WorkerOptions } from './worker/worker-options.ts'

export interface WorkersConfig {
  /** The queue of live answers that wait to be scored by `verdict worker`. */
  queue?: ScoringQueue
  /** How long `verdict worker` lets jobs finish when stopped, and when a scorer is stuck. Default 20 and 60 seconds. */
  worker?: Pick<WorkerOptions, 'graceInMs' | 'stuckAfterInMs'>
}

/** Read by the queue itself and by `startWorker`, which check them. */
export const workersFields = {
  queue: z.unknown().optional(),
  worker: z.unknown().optional(),
} satisfies Record<keyof WorkersConfig, z.ZodType>
