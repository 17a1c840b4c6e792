import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { CommandError } from '../../cli/ending.ts'
import { requireMastra } from '../../cli/plan/project.ts'
import type { CoreConfig } from '../../config/core-config.ts'
import { type AnyScorer, readScorers } from '../../run/scorers.ts'
import type { ScoringQueue } from './scoring-queue.ts'
import type { WorkerOptions } from './worker-options.ts'

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

/** The parts of a configuration that workers and related commands need. */
export interface Project {
  readonly mastra: Mastra
  readonly queue: ScoringQueue
  /** The configuration's scorers. */
  readonly scorers: readonly AnyScorer[]
}

/** @throws CommandError that says what the configuration lacks. */
export const requireProject = (config: CoreConfig & WorkersConfig): Project => ({
  mastra: requireMastra(config),
  ...requireQueue(config),
})

/** @throws CommandError if the configuration has none. */
export function requireQueue({ queue, scorers }: CoreConfig & WorkersConfig): Omit<Project, 'mastra'> {
  if (queue === undefined)
    throw new CommandError(
      "the configuration has no `queue`: set it to a scoringQueue() of 'mastra-verdict/workers'",
    )
  return {
    queue,
    scorers: scorers === undefined ? [] : readScorers(scorers).map(({ scorer }) => scorer),
  }
}
