import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { filesOption } from '../../options/outputs.ts'
import { collect } from '../../options/parse-texts.ts'
import { configOption } from '../../options/project.ts'

export function addWatchCommand(program: Command) {
  const command = program
    .command('watch')
    .description('run the evaluation, and rerun what a changed file affects')
    .argument('[config]', 'a configuration (default: verdict.config.ts)')
    .option(
      '--target <name>',
      'one of the targets of the configuration; may be repeated (default: all)',
      collect,
    )
    .option('--scorer <id>', "one of the configuration's; may be repeated (default: all)", collect)
    .option('--serve', 'also serve `verdict view`, which shows each run as it grows')
    .option('--cache <file>', 'where judge answers are cached (default: .verdict/judge-cache.db)')
  return configOption(filesOption(command))
}

export type WatchFlags = FlagsOf<typeof addWatchCommand>
