import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { type FlagsOf, type None, optionGroup } from '../../options/flags-of.ts'
import { port, positive, seed, share, wholeNumber } from '../../options/numbers.ts'
import { fieldOption, runsOption } from '../../options/project.ts'
import { collect, moment, pairs } from '../../options/words.ts'

/** Answers that are drawn where nobody says how many. */
export const usualSample = 50

/** What is labelled, and where labels are kept. */
const labelledOptions = optionGroup((command) =>
  runsOption(command)
    .option('--scorer <id>', 'what is labelled (default: the only scorer of the run)')
    .option('--labels <file>', 'where labels are kept (default: <run file>.labels.jsonl)'),
)

export type LabelledFlags = FlagsOf<typeof labelledOptions<[], None>>

export function addLabelCommand(program: Command) {
  const command = program
    .command('label')
    // What stands behind a command of it is for that.
    .enablePositionalOptions()
    .description('label answers of a run on a page in the browser')
    .argument('<run file>')
    .option('--rater <name>', 'who labels (default: the user of this machine)', raterName)
    .option('--sample <answers>', `how many answers are drawn in all (default: ${usualSample})`, wholeNumber)
    .addOption(
      new Option('--by <way>', 'how they are drawn (default: uniform)').choices([
        'uniform',
        'score',
        'unsure',
      ]),
    )
    .addOption(
      new Option('--for <command>', 'choose a quarter where the judge is in doubt').choices(['improve']),
    )
    .option('--seed <number>', 'of the draw (default: 1)', seed)
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
    .option('--no-judge', "do not show the judge's verdict after each label")
    .option('--port <port>', 'on this machine (default: one that is free)', port)
  return labelledOptions(command)
}

export type LabelFlags = FlagsOf<typeof addLabelCommand>

export function addPlanCommand(label: ReturnType<typeof addLabelCommand>) {
  const command = label
    .command('plan')
    .description('say how many labels give an interval of a width')
    .argument('<run file>')
    .argument('<half width>', 'so much to either side, on the scale of the scorer: 0.05', positive)
  return labelledOptions(command)
}

const valueOptions = optionGroup((command) =>
  labelledOptions(command)
    .option('--value <label=value>', 'what a label counts, 0 to 1: up=1; may be repeated', pairs)
    .option('--range <low..high>', 'labels are numbers from low to high: 1..5'),
)

export function addImportCommand(label: ReturnType<typeof addLabelCommand>) {
  const command = label
    .command('import')
    .description('take over labels of a CSV, JSONL or JSON file')
    .argument('<run file>')
    .argument('<file>')
    .addOption(
      new Option('--chosen-by <whom>', 'who chose which answers have a label')
        .choices(['users', 'chance'])
        .makeOptionMandatory(),
    )
  return valueOptions(fieldOption(command))
}

export type ImportFlags = FlagsOf<typeof addImportCommand>

export function addFeedbackCommand(label: ReturnType<typeof addLabelCommand>) {
  const command = label
    .command('feedback')
    .description("take over feedback from the storage of the configuration's mastra")
    .argument('<run file>')
    .option('--type <name>', 'only feedback of this type; may be repeated', collect)
    .option('--since <time>', 'only since then', moment)
    .option('--until <time>', 'only until then', moment)
  return valueOptions(command)
}

export type FeedbackFlags = FlagsOf<typeof addFeedbackCommand>

function raterName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must be a name.')
  return text
}
