import { type Command, Option } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { pageOptions } from '../../options/outputs.ts'
import { collect } from '../../options/parse.ts'
import { delimiterOption, fieldOption } from '../../options/reading.ts'
import { runsOption } from '../../options/runs.ts'
import { scorerOptions } from '../../options/scorer.ts'
import { workOptions } from '../../options/work.ts'

/** Adds `verdict agreement`. */
export function addAgreementCommand(program: Command) {
  const command = program
    .command('agreement')
    .description('say how far a scorer agrees with labels of people')
    .argument(
      '<labels>',
      'a JSONL, JSON or CSV file of labelled statements or answers; with --run, a file of `verdict label`',
    )
    .option('--run <run file>', 'measure the scores that this run has: nothing is judged again')
    .addOption(
      new Option('--unit <unit>', 'with --run: what a row is (default: what is labelled)').choices([
        'statement',
        'answer',
      ]),
    )
    .option('--positive <label>', 'a label that a high score stands for; may be repeated', collect)
    .option('--negative <label>', 'a label that a low score stands for; may be repeated', collect)
    .option('--between <label>', 'a label half way between; may be repeated (default: unsure)', collect)
    .option('--grades-against-scores', 'a higher grade goes with a lower score')
    .option('--verdict <label=verdict>', 'the verdict that a label stands for; may be repeated', collect)
    .option(
      '--try',
      'try batches of 1, 5 and 20, the order of options, and share or verdict, and say which agrees best',
    )
    .option('--dry-run', 'with --try: say how many calls it takes, and make none')
    .addOption(fieldOption('file'))
    .option('--other-fields', 'keep unknown fields as metadata, instead of refusing them')
    .addOption(delimiterOption())
  return pageOptions(runsOption(workOptions(scorerOptions(command))))
}

export type AgreementFlags = FlagsOf<typeof addAgreementCommand>
