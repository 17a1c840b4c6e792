import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { FlagsOf, None } from './flags-of.ts'
import { collect, wholeNumber } from './parse.ts'

export const runsOption = <Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) => command.option('--runs <folder>', "where runs are kept (default: 'runs')")

/** The options of a part of the dataset. */
export const selectionOptions = <Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) =>
  command
    .option('--item <id>', 'only this item of the dataset; may be repeated', collect)
    .option(
      '--only <which>',
      'only items that failed, unscored, changed, worst:20 or worst:20:bias, by the run to compare with or the last one',
    )
    .option('--limit <items>', 'only the first items of the dataset', wholeNumber)

export type SelectionFlags = FlagsOf<typeof selectionOptions<[], None>>
