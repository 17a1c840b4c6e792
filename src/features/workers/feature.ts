import { CommandError } from '../../cli/command-error.ts'
import type { Feature } from '../../cli/surroundings.ts'
import { addBackfillCommand, addQueueCommands, addWorkerCommand } from './command-options.ts'
import { type WorkersConfig, workersFields } from './config.ts'

export const workersFeature: Feature<WorkersConfig> = {
  fields: workersFields,
  group: 'Live answers',
  addCommands(program, connect) {
    connect(addWorkerCommand(program), async () => (await import('./commands/worker.ts')).worker)
    connect(addBackfillCommand(program), async () => (await import('./commands/backfill.ts')).backfillCommand)
    for (const [name, command] of addQueueCommands(program))
      connect(command, async () => (await import('./commands/queue.ts')).queueCommand(name))
  },
  close: ({ queue }) => queue?.close(),
  async itemWorkers({ queue }) {
    if (queue === undefined)
      throw new CommandError(
        "--workers needs a `queue` in the configuration: a scoringQueue() of 'mastra-verdict/workers'",
      )
    const { itemWorkers } = await import('./items/item-workers.ts')
    return itemWorkers(queue)
  },
}
