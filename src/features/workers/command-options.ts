import type { Command, OptionValues } from '@commander-js/extra-typings'
import { budget, port, secondsInMs, share, wholeNumber } from '../../cli/options/parse-numbers.ts'
import { collect, moment } from '../../cli/options/parse-texts.ts'
import { configOption } from '../../cli/options/project.ts'

export function addWorkerCommand(program: Command) {
  const command = program
    .command('worker')
    .description('score the live answers waiting in the queue of the configuration, and do items of its runs')
    .argument(
      '[config]',
      'a configuration with queue, and with mastra or with target and scorers (default: verdict.config.ts)',
    )
    .option('--concurrency <jobs>', 'jobs at once (default: 10; 2 with a queue in a folder)', wholeNumber)
    .option('--once', 'stop when no job is left, instead of waiting for more')
    .option('--port <port>', 'serve /health and /metrics on this port', port)
    .option('--host <address>', 'where to serve them (default: 127.0.0.1)')
    .option('--timeout <seconds>', 'time limit of one score (default: 300)', secondsInMs)
  return configOption(command)
}

export function addBackfillCommand(program: Command) {
  const command = program
    .command('backfill')
    .description('score stored answers that have no score yet')
    .argument('[config]', 'a configuration with mastra and queue (default: verdict.config.ts)')
    .option(
      '--scorer <id>',
      'a scorer of an agent or of the configuration; may be repeated (default: those of each agent)',
      collect,
    )
    .option('--agent <id>', 'only answers of this agent')
    .option(
      '--since <time>',
      "only answers since '2026-11-01', '2026-11-01T12:00Z', '90m', '36h' or '30d' ago",
      moment,
    )
    .option('--until <time>', 'only answers until then', moment)
    .option('--sample <share>', 'a share of the answers, 0 to 1; the same answers each time', share)
    .option('--limit <scores>', 'make at most this many scores', wholeNumber)
    .option('--budget <kind=limit>', 'stop at calls=500, tokens=100000 or money=2.5; may be repeated', budget)
    .option('--dry-run', 'show the number of answers and the cost, without scoring')
    .option('--concurrency <jobs>', 'jobs at once (default: 10; 2 with a queue in a folder)', wholeNumber)
    .option('--no-work', 'leave the scoring to workers running elsewhere')
  return configOption(command)
}

/** Options of all `verdict queue` commands; each takes some. */
export type QueueFlags = {
  readonly config?: string
  readonly json?: true
  readonly since?: Date
  readonly agent?: string
  readonly scorer?: string
  readonly reason?: string
}

export type QueueCommand = 'status' | 'failed' | 'coverage' | 'retry' | 'drop'

export function addQueueCommands(
  program: Command,
): readonly (readonly [QueueCommand, Command<[], QueueFlags>])[] {
  const queue = program.command('queue').description('inspect and repair the queue of live scores')
  const add = (name: QueueCommand, description: string) =>
    configOption(queue.command(name).description(description)).option(
      '--json',
      'print JSON instead of a table',
    )
  const which = <Flags extends OptionValues>(command: Command<[], Flags>) =>
    command
      .option('--scorer <id>', 'only jobs of this scorer')
      .option('--reason <text>', 'only jobs whose reason contains this text')
  return [
    ['status', add('status', 'how many jobs wait, run and have ended, by scorer')],
    ['failed', add('failed', 'why jobs failed, the most frequent reason first')],
    [
      'coverage',
      add('coverage', "how many of the agents' answers were seen, sampled, scored and lost")
        .option(
          '--since <time>',
          "answers since '2026-11-01', or '90m', '36h', '30d' ago (default: 24h)",
          moment,
        )
        .option('--agent <id>', 'only answers of this agent'),
    ],
    ['retry', which(add('retry', 'try failed jobs again'))],
    ['drop', which(add('drop', 'forget failed jobs'))],
  ]
}
