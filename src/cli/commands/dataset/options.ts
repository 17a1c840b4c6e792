import type { Command } from '@commander-js/extra-typings'
import { CommandError } from '../../ending.ts'
import type { FlagsOf } from '../../options/flags-of.ts'
import { number, seed, wholeNumber } from '../../options/numbers.ts'
import { runsOption } from '../../options/project.ts'
import { moment } from '../../options/words.ts'

export function addDatasetCommand(program: Command) {
  const command = program
    .command('dataset')
    .description('make cases of a dataset out of answers')
    .command('add')
    .description(
      'add answers of a run, or live ones, to a dataset, as cases whose tools answer from the record',
    )
    .option('--from <run>', "a run file, its name in the folder of runs, or 'last'")
    .option(
      '--from-traces',
      "in place of a run: what agents answered, in the storage of the project's Mastra",
    )
    .requiredOption(
      '--to <place>',
      "a JSONL file, or dataset:<name> of Mastra's storage; made where there is none",
    )
    .option(
      '--only <which>',
      'of a run: items that failed, unscored, worst:20 or worst:20:bias (default: all)',
    )
    .option(
      '--scorer <id>',
      'the one that worst:20, --below and --above go by (default: the only one of the run)',
    )
    .option('--agent <id>', 'of traces: only answers of this agent')
    .option('--since <time>', "of traces: since '2026-11-01', or '90m', '36h' or '30d' ago", moment)
    .option('--below <score>', 'of traces: only answers whose latest score is lower', number)
    .option('--above <score>', 'of traces: only answers whose latest score is higher', number)
    .option('--sample <answers>', 'so many, drawn at random', wholeNumber)
    .option('--seed <number>', 'of the draw (default: 1)', seed)
    .option('--no-redact', 'leave e-mail addresses, keys, card and phone numbers in')
  return runsOption(command)
}

export type DatasetFlags = FlagsOf<typeof addDatasetCommand>

/** @throws CommandError for flags that are not for the source, and where there is none, or two. */
export function requireOneSource({ from, fromTraces, ...flags }: DatasetFlags): void {
  if ((from === undefined) !== (fromTraces ?? false))
    throw new CommandError('name where the answers come from: --from <run> or --from-traces, one of them')
  const { only, agent, since, below, above, scorer } = flags
  const others = fromTraces ? { only } : { agent, since, below, above }
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? []
  if (other !== undefined)
    throw new CommandError(`--${other} is not for ${fromTraces ? '--from-traces' : '--from'}: leave it out`)
  if (fromTraces && (scorer === undefined) !== (below === undefined && above === undefined))
    throw new CommandError('--below and --above go by the scores of a --scorer: give both, or neither')
}
