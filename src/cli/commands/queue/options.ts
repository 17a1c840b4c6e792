import type { Command, OptionValues } from '@commander-js/extra-typings'
import { configOption } from '../../options/project.ts'
import { moment } from '../../options/words.ts'

/** Of all commands of `verdict queue`; each takes some. */
export type QueueFlags = {
  readonly config?: string
  readonly json?: true
  readonly since?: Date
  readonly agent?: string
  readonly scorer?: string
  readonly reason?: string
}

export type QueueCommand = 'status' | 'failed' | 'coverage' | 'retry' | 'drop'

/** Adds `verdict queue` with its commands. */
export function addQueueCommands(
  program: Command,
): readonly (readonly [QueueCommand, Command<[], QueueFlags>])[] {
  const queue = program.command('queue').description('look at the queue of live scores, and mend it')
  const add = (name: QueueCommand, description: string) =>
    configOption(queue.command(name).description(description)).option(
      '--json',
      'print JSON instead of a table',
    )
  const which = <Flags extends OptionValues>(command: Command<[], Flags>) =>
    command
      .option('--scorer <id>', 'only jobs of this scorer')
      .option('--reason <text>', 'only those whose reason holds this')
  return [
    ['status', add('status', 'how many jobs wait, run and ended, by scorer')],
    ['failed', add('failed', 'why jobs failed, the most frequent reason first')],
    [
      'coverage',
      add('coverage', 'what became of the answers of agents: seen, sampled, scored, lost')
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
