import type { Command } from '@commander-js/extra-typings'
import { port } from '../../cli/options/parse-numbers.ts'
import { configOption } from '../../cli/options/project.ts'

export function addViewCommand(program: Command) {
  const command = program
    .command('view')
    .description('look at all saved runs on a page in the browser: their history, reports and comparisons')
    .option('--port <port>', 'port on this machine (default: a free one)', port)
  return configOption(command)
}
