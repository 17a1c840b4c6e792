import { optionGroup } from './flags-of.ts'
import { budget } from './parse-numbers.ts'

export const budgetOption = optionGroup((command) =>
  command.option(
    '--budget <kind=limit>',
    'stop at calls=500, tokens=100000 or money=2.5; may be repeated',
    budget,
  ),
)

/** Options of all commands that process many items and can be resumed. */
export const workOptions = optionGroup((command) =>
  budgetOption(command)
    .option('--file <file>', 'the run file to write; each item is appended as it finishes')
    .option(
      '--resume <file>',
      'continue the run in this file, or start it there; only missing and failed items are done',
    ),
)

export const cacheOption = optionGroup((command) =>
  command.option('--cache <file>', 'cache judge answers in this file and reuse them'),
)

export const stopOption = optionGroup((command) =>
  command.option(
    '--stop-when-decided',
    'with a baseline or pairs, stop as soon as every comparison is decided; takes items in random order',
  ),
)

export const workersOption = optionGroup((command) =>
  command.option('--workers', 'let workers do the items: `verdict worker` with the same configuration'),
)
