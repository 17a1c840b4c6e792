import { type FlagsOf, type None, optionGroup } from './flags-of.ts'
import { budget } from './numbers.ts'

/** How much is done at most. */
export const budgetOption = optionGroup((command) =>
  command.option(
    '--budget <kind=limit>',
    'stop at calls=500, tokens=100000 or money=2.5; may be repeated',
    budget,
  ),
)

/** The options of everything that works through many items and can be resumed. */
export const workOptions = optionGroup((command) =>
  budgetOption(command)
    .option('--file <file>', 'the run file to write: one line an item, appended as it comes')
    .option(
      '--resume <file>',
      'go on with the run in this file, or begin it there; what failed is done again, and nothing else',
    ),
)

export type WorkFlags = FlagsOf<typeof workOptions<[], None>>

export const cacheOption = optionGroup((command) =>
  command.option('--cache <file>', 'cache judge answers in this file and reuse them'),
)

export const stopOption = optionGroup((command) =>
  command.option(
    '--stop-when-decided',
    'against a baseline, or of pairs, end as soon as all is surely decided; items come in a random order',
  ),
)

export const workersOption = optionGroup((command) =>
  command.option('--workers', 'let workers do the items: `verdict worker` with the same configuration'),
)
