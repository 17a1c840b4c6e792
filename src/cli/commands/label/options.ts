import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { collect, moment, port, share, wholeNumber } from '../../options/parse.ts'
import { runsOption } from '../../options/runs.ts'

/** Answers that are drawn where nobody says how many. */
export const usualSample = 50

/** The options that say where labels come from. */
const importOptions = <Args extends unknown[], Flags extends OptionValues>(command: Command<Args, Flags>) =>
  command
    .option('--from <file>', 'take over labels of a CSV, JSONL or JSON file, and show no page')
    .option('--feedback [config]', "take over feedback from Mastra's storage, and show no page")
    .option('--field <name=field>', 'what a field is called in the file; may be repeated', collect)
    .option('--value <label=value>', 'what a label counts, 0 to 1: up=1; may be repeated', collect)
    .option('--range <low..high>', 'labels are numbers from low to high: 1..5')
    .addOption(
      new Option('--chosen-by <whom>', 'of a file: who chose which answers have a label').choices([
        'users',
        'chance',
      ]),
    )
    .option('--type <name>', 'of feedback: only of this type; may be repeated', collect)
    .option('--since <time>', 'of feedback: only since then', moment)
    .option('--until <time>', 'of feedback: only until then', moment)

/** Adds `verdict label`. */
export function addLabelCommand(program: Command) {
  const command = program
    .command('label')
    .description('label answers of a run on a page in the browser, plan how many, or take over labels')
    .argument('<run file>')
    .option('--scorer <id>', 'what is labelled (default: the only scorer of the run)')
    .option('--labels <file>', 'where labels are kept (default: <run file>.labels.jsonl)')
    .option('--config <file>', 'show the context that the scorer of this configuration has in its options')
    .option('--rater <name>', 'who labels (default: the user of this machine)', raterName)
    .option('--sample <answers>', `how many answers are drawn in all (default: ${usualSample})`, wholeNumber)
    .addOption(
      new Option('--by <way>', 'how they are drawn (default: uniform)').choices([
        'uniform',
        'score',
        'unsure',
      ]),
    )
    .option('--seed <number>', 'of the draw (default: 1)', wholeNumber)
    .option(
      '--floor <share>',
      'for unsure: the least chance, as a share of an equal one (default: 0.5)',
      share,
    )
    .addOption(
      new Option('--unit <unit>', 'whole answers, or each of their statements').choices([
        'answer',
        'statement',
      ]),
    )
    .option('--overlap <share>', 'of the drawn answers, those that every rater labels (default: 0)', share)
    .option('--plan <half width>', 'only say how many labels give an interval of ± so much', positive)
    .option('--no-judge', "do not show the judge's verdict after each label")
    .option('--port <port>', 'on this machine (default: one that is free)', port)
  return runsOption(importOptions(command))
}

function raterName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must be a name.')
  return text
}

function positive(text: string): number {
  if (!/^[\d.]+$/.test(text.trim()) || !(Number(text) > 0))
    throw new InvalidArgumentError('It must be a number above 0, on the scale of the scorer.')
  return Number(text)
}

export type LabelFlags = FlagsOf<typeof addLabelCommand>
