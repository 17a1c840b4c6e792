import { CommandError } from '../command-error.ts'
import { type FlagsOf, type NoFlags, optionGroup } from './flags-of.ts'
import { wholeNumber } from './parse-numbers.ts'
import { collect, pairs } from './parse-texts.ts'

/** What a command takes that reads a saved run. */
export const aRun = "a run file, its name in the folder of runs, or 'last'"

export const configOption = optionGroup((command) =>
  command.option('--config <file>', 'a configuration (default: verdict.config.ts)'),
)

/** Options of commands that run scorers: those of the configuration, or some by name. */
export const scorersOptions = optionGroup((command) =>
  command
    .option('--scorer <id>', 'a scorer of the configuration, or one by name; may be repeated', collect)
    .option(
      '--judge <model>',
      "for scorers by name: a model such as openai/gpt-5-mini (default: 'embedded')",
    ),
)

export const scorerOptions = optionGroup((command) =>
  command
    .option(
      '--scorer <id>',
      'a scorer of the configuration, or one by name (default: its only one, else answer-relevancy)',
    )
    .option(
      '--judge <model>',
      "for a scorer by name: a model such as openai/gpt-5-mini (default: 'embedded')",
    ),
)

/** Options of files of items or labelled rows. */
export const fieldOption = optionGroup((command) =>
  command.option(
    '--field <name=field>',
    "a name in the file and the field it means; '*=metadata' keeps all unknown names as metadata; may be repeated",
    pairs,
  ),
)

/**
 * Returns the flags as options of a reader. The reader rejects fields that its rows do not have, by name.
 *
 * @throws CommandError if all other names are mapped to anything but metadata.
 */
export function toReaderOptions<Field extends string>({
  field = {},
}: FlagsOf<typeof fieldOption<[], NoFlags>>) {
  const { '*': others, ...fields } = field
  if (others !== undefined && others !== 'metadata')
    throw new CommandError(`--field: * means all unknown names; the only choice for them is '*=metadata'`)
  return {
    fields: fields as Record<string, Field>,
    otherFields: others === undefined ? 'refuse' : 'metadata',
  } as const
}

/** Options that choose a part of the dataset. */
export const selectionOptions = optionGroup((command) =>
  command
    .option(
      '--only <which>',
      'only some items: failed, unscored, changed, worst:20 or worst:20:bias (the lowest scores), according to the run to compare with or the last one; or id:q7 for one item; may be repeated',
      collect,
    )
    .option('--limit <items>', 'only the first items of the dataset', wholeNumber),
)
