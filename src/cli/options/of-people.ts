import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { probeNames } from '../../features/audit/probes/all.ts'
import { type FlagsOf, type None, optionGroup } from './flags-of.ts'
import { port, positive, seed, share, wholeNumber } from './numbers.ts'
import { labelsOption, printOptions, resultOptions } from './outputs.ts'
import { configOption, fieldOption, scorerOptions } from './project.ts'
import { collect, labelValue, moment, pairs } from './words.ts'
import { budgetOption, cacheOption, workOptions } from './work.ts'

/** Options for reading the labels of rows. */
export const rowOptions = optionGroup((command) =>
  fieldOption(command).option(
    '--value <label=value>',
    'value of a label: 1 for a high score, 0 for a low one, 0.5 for unsure; or the verdict it means; for grades, give the top one 1 and the bottom one 0; may be repeated',
    labelValue,
  ),
)

export type RowFlags = FlagsOf<typeof rowOptions<[], None>>

/** Returns the flags that say how to read rows, as written on the command line. */
export const rowFlagsIn = (flags: RowFlags): readonly string[] =>
  rowOptions(new Command())
    .options.filter((option) => option.attributeName() in flags)
    .map(({ long }) => String(long))

export const unitOption = optionGroup((command) =>
  command.addOption(
    new Option('--unit <unit>', 'for labels of a run: what each row is (default: what was labelled)').choices(
      ['statement', 'answer'],
    ),
  ),
)

export function addAgreementCommand(program: Command) {
  const command = program
    .command('agreement')
    // Options after a subcommand belong to that subcommand.
    .enablePositionalOptions()
    .description("measure how well a scorer agrees with people's labels")
    .argument('<labels>', 'a JSONL, JSON or CSV file of labelled statements or answers')
  return resultOptions(workOptions(scorerOptions(rowOptions(configOption(command)))))
}

export type AgreementFlags = FlagsOf<typeof addAgreementCommand>

export function addRecordedCommand(agreement: ReturnType<typeof addAgreementCommand>) {
  const command = agreement
    .command('recorded')
    .description('the same for the scores in a run, without judging anything again')
    .argument('<labels>', 'a file from `verdict label`')
    .argument('<run>', "a run file, its name in the folder of runs, or 'last'")
    .option('--scorer <id>', 'the scorer that was labelled (default: the only one with labels)')
  return resultOptions(unitOption(configOption(command)))
}

export type RecordedFlags = FlagsOf<typeof addRecordedCommand>

export function addImproveCommand(program: Command) {
  const command = program
    .command('improve')
    .description(
      'try changes that make a judge agree better with labels, and keep those that significantly help',
    )
    .argument('<labels>', 'labelled rows; with a run, a file from `verdict label`')
    .argument('[run]', 'the run that the labels are about')
    .option('--to <file>', 'where to write an improved judge', 'judge.json')
    .option('--dry-run', 'show what would be tried and what it costs, without asking the judge')
  return printOptions(cacheOption(budgetOption(scorerOptions(unitOption(rowOptions(configOption(command)))))))
}

export type ImproveFlags = FlagsOf<typeof addImproveCommand>

export function addAuditCommand(program: Command) {
  const command = program
    .command('audit')
    .description('check whether length, order, style or names sway a judge on the answers of a run')
    .argument('<run>', "a run file, its name in the folder of runs, or 'last'")
    .option('--sample <answers>', 'how many answers to draw at random (default: 100)', wholeNumber)
    .option('--seed <number>', 'seed of the random draw (default: 1)', seed)
    .option('--probe <name>', `one of ${probeNames.join(', ')}; may be repeated (default: all)`, collect)
  return labelsOption(resultOptions(workOptions(scorerOptions(configOption(command)))))
}

export type AuditFlags = FlagsOf<typeof addAuditCommand>

/** The default number of answers to draw. */
export const usualSample = 50

/** Options for what to label, and where to keep labels. */
const labelledOptions = optionGroup((command) =>
  configOption(command)
    .option('--scorer <id>', 'the scorer to label for (default: the only scorer of the run)')
    .option('--labels <file>', 'where labels are kept (default: <run file>.labels.jsonl)'),
)

export type LabelledFlags = FlagsOf<typeof labelledOptions<[], None>>

export function addLabelCommand(program: Command) {
  const command = program
    .command('label')
    // Options after a subcommand belong to that subcommand.
    .enablePositionalOptions()
    .description('label answers of a run on a page in the browser')
    .argument('<run file>')
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
    .description('tell how many labels are needed for an interval of a given width')
    .argument('<run file>')
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
    .description('import labels from a CSV, JSONL or JSON file')
    .argument('<run file>')
    .argument('<file>')
    .addOption(
      new Option('--chosen-by <whom>', 'who chose the answers that have a label')
        .choices(['users', 'chance'])
        .makeOptionMandatory(),
    )
  return valueOptions(fieldOption(command))
}

export type ImportFlags = FlagsOf<typeof addImportCommand>

export function addFeedbackCommand(label: ReturnType<typeof addLabelCommand>) {
  const command = label
    .command('feedback')
    .description("import feedback from the storage of the configuration's mastra")
    .argument('<run file>')
    .option('--type <name>', 'only feedback of this type; may be repeated', collect)
    .option('--since <time>', 'only feedback since then', moment)
    .option('--until <time>', 'only feedback until then', moment)
  return valueOptions(command)
}

export type FeedbackFlags = FlagsOf<typeof addFeedbackCommand>

function raterName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must be a name.')
  return text
}
