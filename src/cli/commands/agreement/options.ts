import { Command, Option } from '@commander-js/extra-typings'
import { type FlagsOf, type None, optionGroup } from '../../options/flags-of.ts'
import { pageOptions } from '../../options/outputs.ts'
import { configOption, readingOptions, runsOption, scorerOptions } from '../../options/project.ts'
import { pairs } from '../../options/words.ts'
import { workOptions } from '../../options/work.ts'

/** How the labels of rows are read. */
export const rowOptions = optionGroup((command) =>
  readingOptions(command)
    .option(
      '--value <label=value>',
      'what a label counts: 1 for a high score, 0 for a low one, 0.5 half way between, as unsure does; may be repeated',
      pairs,
    )
    .option('--grades-against-scores', 'a higher grade goes with a lower score')
    .option('--verdict <label=verdict>', 'the verdict that a label stands for; may be repeated', pairs),
)

export type RowFlags = FlagsOf<typeof rowOptions<[], None>>

/** The flags among these that say how rows are read, as they are written. */
export const rowFlagsIn = (flags: RowFlags): readonly string[] =>
  rowOptions(new Command())
    .options.filter((option) => option.attributeName() in flags)
    .map(({ long }) => String(long))

export const unitOption = optionGroup((command) =>
  command.addOption(
    new Option('--unit <unit>', 'of labels about a run: what a row is (default: what is labelled)').choices([
      'statement',
      'answer',
    ]),
  ),
)

export function addAgreementCommand(program: Command) {
  const command = program
    .command('agreement')
    // What stands behind a command of it is for that.
    .enablePositionalOptions()
    .description('say how far a scorer agrees with labels of people')
    .argument('<labels>', 'a JSONL, JSON or CSV file of labelled statements or answers')
  return pageOptions(workOptions(scorerOptions(rowOptions(configOption(command)))))
}

export type AgreementFlags = FlagsOf<typeof addAgreementCommand>

export function addRecordedCommand(agreement: ReturnType<typeof addAgreementCommand>) {
  const command = agreement
    .command('recorded')
    .description('the same of the scores that a run has: nothing is judged again')
    .argument('<labels>', 'a file of `verdict label`')
    .argument('<run>', "a run file, its name in the folder of runs, or 'last'")
    .option('--scorer <id>', 'what was labelled (default: the only scorer that has labels)')
  return pageOptions(unitOption(runsOption(command)))
}

export type RecordedFlags = FlagsOf<typeof addRecordedCommand>
