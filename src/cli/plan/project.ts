import type { Mastra } from '@mastra/core/mastra'
import type { VerdictConfig } from '../../config.ts'
import type { ScoringQueue } from '../../features/workers/index.ts'
import { type AnyScorer, readScorers } from '../../run/scorers.ts'
import { CommandError } from '../ending.ts'

/** The parts of a configuration that workers and related commands need. */
export interface Project {
  readonly mastra: Mastra
  readonly queue: ScoringQueue
  /** The configuration's scorers. */
  readonly scorers: readonly AnyScorer[]
}

/** @throws CommandError that says what the configuration lacks. */
export const projectOf = (config: VerdictConfig): Project => ({
  mastra: mastraOf(config),
  ...queueOf(config),
})

/** @throws CommandError if the configuration has none. */
export function mastraOf({ mastra }: VerdictConfig): Mastra {
  if (mastra === undefined)
    throw new CommandError('the configuration has no `mastra`: set it to the Mastra instance of the project')
  return mastra
}

/** @throws CommandError if the configuration has no queue. */
export function queueOf({ queue, scorers }: VerdictConfig): Omit<Project, 'mastra'> {
  if (queue === undefined)
    throw new CommandError(
      "the configuration has no `queue`: set it to a scoringQueue() of 'mastra-verdict/workers'",
    )
  return {
    queue,
    scorers: scorers === undefined ? [] : readScorers(scorers).map(({ scorer }) => scorer),
  }
}

/** @throws CommandError if the configuration has no queue. */
export async function workersOf({ queue }: VerdictConfig) {
  if (queue === undefined)
    throw new CommandError(
      "--workers needs a `queue` in the configuration: a scoringQueue() of 'mastra-verdict/workers'",
    )
  const { itemWorkers } = await import('../../features/workers/items/item-workers.ts')
  return itemWorkers(queue)
}
