import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { port, secondsInMs, wholeNumber } from '../../options/numbers.ts'
import { configOption } from '../../options/project.ts'

export function addWorkerCommand(program: Command) {
  const command = program
    .command('worker')
    .description(
      'score the live answers that wait in the queue of the configuration, and do items of its runs',
    )
    .argument(
      '[config]',
      'a configuration with queue, and mastra or target and scorers (default: verdict.config.ts)',
    )
    .option('--concurrency <jobs>', 'jobs at once (default: 10; 2 with a queue in a folder)', wholeNumber)
    .option('--once', 'end when no job is left, instead of waiting for more')
    .option('--port <port>', 'serve /health and /metrics there', port)
    .option('--host <address>', 'where to serve them (default: 127.0.0.1)')
    .option('--timeout <seconds>', 'the longest that one score may take (default: 300)', secondsInMs)
  return configOption(command)
}

export type WorkerFlags = FlagsOf<typeof addWorkerCommand>
