import { CommandError } from '../../cli/command-error.ts'
import { requireMastra } from '../../cli/plan/requirements.ts'
import type { CoreConfig } from '../../config/core-config.ts'
import { readScorers } from '../../run/scorer-entry.ts'
import type { WorkersConfig } from './config.ts'
import type { WorkerOptions } from './worker/worker-options.ts'

/** The parts of a configuration that workers and related commands need. */
export type Project = Readonly<Required<Pick<WorkerOptions, 'mastra' | 'queue' | 'scorers'>>>

/** @throws CommandError that says what the configuration lacks. */
export const requireProject = (config: CoreConfig & WorkersConfig): Project => ({
  mastra: requireMastra(config),
  ...requireQueue(config),
})

export function requireQueue({ queue, scorers }: CoreConfig & WorkersConfig): Omit<Project, 'mastra'> {
  if (queue === undefined)
    throw new CommandError(
      "the configuration has no `queue`: set it to a scoringQueue() of 'mastra-verdict/workers'",
    )
  return { queue, scorers: scorers === undefined ? [] : readScorers(scorers).map(({ scorer }) => scorer) }
}
