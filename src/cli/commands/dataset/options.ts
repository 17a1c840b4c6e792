import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { seed, wholeNumber } from '../../options/parse-numbers.ts'
import { collect, moment } from '../../options/parse-texts.ts'
import { configOption } from '../../options/project.ts'

export function addDatasetCommand(program: Command) {
  const command = program
    .command('dataset')
    .description('add answers or questions to a dataset')
    .command('add')
    .description(
      'add answers of a run, or live answers, to a dataset, as cases that replay the recorded tool results; or questions to begin with',
    )
    .requiredOption(
      '--from <source>',
      "a run file, its name in the folder of runs, or 'last'; 'traces' for the agents' answers in the storage of the project's Mastra, or 'questions' for the questions asked there, similar ones once; a folder of Markdown pages for questions made from their headings",
    )
    .requiredOption('--to <place>', "a JSONL file, or dataset:<name> in Mastra's storage; created if missing")
    .option(
      '--only <which>',
      'from a run: failed, unscored, worst:20, worst:20:bias or id:q7; from traces: below:0.5 or above:0.8, by the latest score; may be repeated (default: all)',
      collect,
    )
    .option('--scorer <id>', 'the scorer that --only refers to (default for a run: its first)')
    .option('--agent <id>', 'from traces: only answers of this agent')
    .option('--since <time>', "from traces: since '2026-11-01', or '90m', '36h' or '30d' ago", moment)
    .option('--sample <answers>', 'add this many, drawn at random', wholeNumber)
    .option('--seed <number>', 'seed of the random draw (default: 1)', seed)
    .option('--no-redact', 'keep keys, passwords and personal data in the cases')
  return configOption(command)
}

export type DatasetFlags = FlagsOf<typeof addDatasetCommand>
