import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { type FlagsOf, type NoFlags, optionGroup } from '../../cli/options/flags-of.ts'
import { port, positive, seed, share, wholeNumber } from '../../cli/options/parse-numbers.ts'
import { collect, moment, pairs } from '../../cli/options/parse-texts.ts'
import { aRun, configOption, fieldOption } from '../../cli/options/project.ts'
import { datasetFormatNames } from '../../evaluation/dataset/dataset-formats.ts'
import { asName } from '../../text/as-read.ts'

/** The default number of answers to draw. */
export const usualSample = 50

const labelledOptions = optionGroup((command) =>
  configOption(command)
    .option('--scorer <id>', 'the scorer to label for (default: the first scorer of the run)')
    .option('--labels <file>', 'where labels are kept (default: <run file>.labels.jsonl)'),
)

export type LabelledFlags = FlagsOf<typeof labelledOptions<[], NoFlags>>

export function addLabelCommand(program: Command) {
  const command = program
    .command('label')
    // Options after a subcommand belong to that subcommand.
    .enablePositionalOptions()
    .description('label answers of a run on a page in the browser')
    .argument('<run>', aRun)
    .option('--rater <name>', 'who labels (default: the user of this machine)', raterName)
    .option('--sample <answers>', `how many answers to draw in all (default: ${usualSample})`, wholeNumber)
    .addOption(new Option('--by <way>', 'how to draw them (default: uniform)').choices(['uniform', 'score']))
    .addOption(
      new Option('--for <command>', 'draw a quarter from answers where the judge is in doubt').choices([
        'improve',
      ]),
    )
    .option('--seed <number>', 'seed of the random draw (default: 1)', seed)
    .addOption(
      new Option('--unit <unit>', 'label whole answers, or each of their statements').choices([
        'answer',
        'statement',
      ]),
    )
    .option('--overlap <share>', 'share of the drawn answers that every rater labels (default: 0)', share)
    .option('--judge', "show the judge's verdict after each label; it may sway later labels")
    .option('--port <port>', 'port on this machine (default: a free one)', port)
  return labelledOptions(command)
}

export type LabelFlags = FlagsOf<typeof addLabelCommand>

export function addPlanCommand(label: ReturnType<typeof addLabelCommand>) {
  const command = label
    .command('plan')
    .description('show how many labels an interval of a given width needs')
    .argument('<run>', aRun)
    .argument('<half width>', 'half the width, on the scale of the scorer: 0.05', positive)
  return labelledOptions(command)
}

const valueOptions = optionGroup((command) =>
  labelledOptions(command)
    .option('--value <label=value>', 'value of a label, 0 to 1, such as up=1; may be repeated', pairs)
    .option('--range <low..high>', 'labels are numbers from low to high, such as 1..5'),
)

export function addImportCommand(label: ReturnType<typeof addLabelCommand>) {
  const command = label
    .command('import')
    .description(`import labels from a ${datasetFormatNames} file`)
    .argument('<run>', aRun)
    .argument('<file>')
    .addOption(
      new Option('--chosen-by <whom>', 'who chose the answers that have a label')
        .choices(['users', 'chance'])
        .makeOptionMandatory(),
    )
  return valueOptions(fieldOption(command))
}

export function addFeedbackCommand(label: ReturnType<typeof addLabelCommand>) {
  const command = label
    .command('feedback')
    .description("import feedback from the storage of the configuration's mastra")
    .argument('<run>', aRun)
    .option('--type <name>', 'only feedback of this type; may be repeated', collect)
    .option('--since <time>', 'only feedback since then', moment)
    .option('--until <time>', 'only feedback until then', moment)
  return valueOptions(command)
}

function raterName(text: string): string {
  const name = asName(text)
  if (name === '') throw new InvalidArgumentError('It must be a name.')
  return name
}
