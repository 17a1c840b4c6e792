import { type FlagsOf, type None, optionGroup } from './flags-of.ts'
import { wholeNumber } from './numbers.ts'
import { collect, pairs } from './words.ts'

/** Of all commands that read a configuration. */
export const configOption = optionGroup((command) =>
  command.option('--config <file>', 'a configuration (default: verdict.config.ts)'),
)

/** Of commands that make a run of scorers: the configuration's, or some by name. */
export const scorersOptions = optionGroup((command) =>
  command
    .option('--scorer <id>', "of the configuration's, or by name; may be repeated", collect)
    .option(
      '--judge <model>',
      "for scorers by name: a model such as openai/gpt-5-mini (default: 'embedded')",
    ),
)

/** Of commands that look at one scorer. */
export const scorerOptions = optionGroup((command) =>
  command
    .option('--scorer <id>', "of the configuration's, or one by name (default: answer-relevancy)")
    .option(
      '--judge <model>',
      "for a scorer by name: a model such as openai/gpt-5-mini (default: 'embedded')",
    ),
)

/** Of files of items or labelled rows. */
export const fieldOption = optionGroup((command) =>
  command.option(
    '--field <name=field>',
    'a name in the file, and the field it stands for; may be repeated',
    pairs,
  ),
)

export const readingOptions = optionGroup((command) =>
  fieldOption(command)
    .option('--other-fields', 'keep unknown fields as metadata, instead of refusing them')
    .option('--delimiter <text>', "column separator of a CSV file: ';' or tab (default: a comma)", (text) =>
      text === 'tab' ? '\t' : text,
    ),
)

type ReadingFlags = FlagsOf<typeof readingOptions<[], None>>

/** The flags as options of a reader. What is no field of its rows is refused by name there. */
export const readingOf = <Field extends string>({ delimiter, field = {}, otherFields }: ReadingFlags) =>
  ({
    delimiter,
    fields: field as Record<string, Field>,
    otherFields: otherFields ? 'metadata' : 'refuse',
  }) as const

/** Of a part of the dataset. */
export const selectionOptions = optionGroup((command) =>
  command
    .option('--item <id>', 'only this item of the dataset; may be repeated', collect)
    .option(
      '--only <which>',
      'only items that failed, unscored, changed, worst:20 or worst:20:bias (the lowest scores), by the run to compare with or the last one',
    )
    .option('--limit <items>', 'only the first items of the dataset', wholeNumber),
)

export type SelectionFlags = FlagsOf<typeof selectionOptions<[], None>>
