import { Command, Option } from '@commander-js/extra-typings'
import { budgetOption, cacheOption, workOptions } from '../../cli/options/budget-and-resume.ts'
import { type FlagsOf, type NoFlags, optionGroup } from '../../cli/options/flags-of.ts'
import { printOptions, resultOptions } from '../../cli/options/outputs.ts'
import { labelValue } from '../../cli/options/parse-texts.ts'
import { aRun, configOption, fieldOption, scorerOptions } from '../../cli/options/project.ts'
import { datasetFormatNames } from '../../evaluation/dataset/dataset-formats.ts'

const rowOptions = optionGroup((command) =>
  fieldOption(command).option(
    '--value <label=value>',
    'value of a label: 1 for a high score, 0 for a low one, 0.5 for unsure; or the verdict it means; for grades, give the top one 1 and the bottom one 0; may be repeated',
    labelValue,
  ),
)

export type RowFlags = FlagsOf<typeof rowOptions<[], NoFlags>>

/** Returns the flags that say how to read rows, as written on the command line. */
export const rowFlagsIn = (flags: RowFlags): readonly string[] =>
  rowOptions(new Command())
    .options.filter((option) => option.attributeName() in flags)
    .map(({ long }) => String(long))

const unitOption = optionGroup((command) =>
  command.addOption(
    new Option(
      '--unit <unit>',
      'for labels of a run: the unit of each row (default: the labelled one)',
    ).choices(['statement', 'answer']),
  ),
)

export function addAgreementCommand(program: Command) {
  const command = program
    .command('agreement')
    // Options after a subcommand belong to that subcommand.
    .enablePositionalOptions()
    .description("measure how well a scorer agrees with people's labels")
    .argument('<labels>', `a ${datasetFormatNames} file of labelled statements or answers`)
  return resultOptions(workOptions(scorerOptions(rowOptions(configOption(command)))))
}

export function addRecordedCommand(agreement: ReturnType<typeof addAgreementCommand>) {
  const command = agreement
    .command('recorded')
    .description('the same for the scores in a run, without judging anything again')
    .argument('<labels>', 'a file from `verdict label`')
    .argument('<run>', aRun)
    .option('--scorer <id>', 'the scorer that was labelled (default: the only one with labels)')
  return resultOptions(unitOption(configOption(command)))
}

export function addImproveCommand(program: Command) {
  const command = program
    .command('improve')
    .description(
      'try changes that make a judge agree better with labels, and keep those that significantly help',
    )
    .argument('<labels>', 'labelled rows; with a run, a file from `verdict label`')
    .argument('[run]', 'the run that the labels are about')
    .option('--to <file>', 'where to write an improved judge', 'judge.json')
    .option('--dry-run', 'show the plan and its cost, without asking the judge')
  return printOptions(cacheOption(budgetOption(scorerOptions(unitOption(rowOptions(configOption(command)))))))
}
