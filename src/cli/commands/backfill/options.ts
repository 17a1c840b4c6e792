import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { budget, share, wholeNumber } from '../../options/numbers.ts'
import { configOption } from '../../options/project.ts'
import { collect, moment } from '../../options/words.ts'

export function addBackfillCommand(program: Command) {
  const command = program
    .command('backfill')
    .description('score the stored answers that have no score yet')
    .argument('[config]', 'a configuration with mastra and queue (default: verdict.config.ts)')
    .option(
      '--scorer <id>',
      "an agent's or the configuration's; may be repeated (default: those of each agent)",
      collect,
    )
    .option('--agent <id>', 'only answers of this agent')
    .option(
      '--since <time>',
      "only answers since '2026-11-01', '2026-11-01T12:00Z', '90m', '36h' or '30d' ago",
      moment,
    )
    .option('--until <time>', 'only answers until then', moment)
    .option('--sample <share>', 'a share of the answers, 0 to 1, the same each time', share)
    .option('--limit <scores>', 'the most scores that are made', wholeNumber)
    .option(
      '--budget <kind=limit>',
      'end when it has cost so much: calls, tokens or money; may be repeated',
      budget,
    )
    .option('--dry-run', 'make none, and say how many there are and what they would cost')
    .option('--concurrency <jobs>', 'jobs at once (default: 10; 2 with a queue in a folder)', wholeNumber)
    .option('--no-work', 'leave the scoring to workers that run elsewhere')
  return configOption(command)
}

export type BackfillFlags = FlagsOf<typeof addBackfillCommand>
