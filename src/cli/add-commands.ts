import type { Command, OptionValues } from '@commander-js/extra-typings'
import { addCompareCommand } from './commands/compare/options.ts'
import { addDatasetCommand } from './commands/dataset/options.ts'
import { addInitCommand } from './commands/init/options.ts'
import { addJudgeCommand } from './commands/judge/options.ts'
import { addReportCommand } from './commands/report/options.ts'
import { addRescoreCommand } from './commands/rescore/options.ts'
import { addRunCommand } from './commands/run/options.ts'
import { addRunsCommand } from './commands/runs/options.ts'
import { addWatchCommand } from './commands/watch/options.ts'
import type { Connect, Surroundings } from './surroundings.ts'

/**
 * Adds the commands of the core and of the features, in the order of the help.
 *
 * @param ends Runs the work of a command and ends with the exit code that it returns.
 */
export function addCommands(
  program: Command,
  around: Surroundings,
  ends: (work: () => Promise<number>) => Promise<void>,
): void {
  const connect: Connect = <Args extends unknown[], Flags extends OptionValues>(
    command: Command<Args, Flags>,
    load: () => Promise<(...given: [...Args, Flags, Surroundings]) => Promise<number>>,
  ) => {
    command.action((...given) =>
      ends(async () => {
        // Commander passes the command itself after arguments and flags.
        const said = given.slice(0, -1) as [...Args, Flags]
        return (await load())(...said, around)
      }),
    )
  }
  program.commandsGroup('Every day:')
  connect(addInitCommand(program), async () => (await import('./commands/init/init.ts')).init)
  connect(addRunCommand(program), async () => (await import('./commands/run/run.ts')).run)
  connect(addCompareCommand(program), async () => (await import('./commands/compare/compare.ts')).compare)
  connect(addReportCommand(program), async () => (await import('./commands/report/report.ts')).report)
  connect(addRunsCommand(program), async () => (await import('./commands/runs/runs.ts')).runs)
  connect(addWatchCommand(program), async () => (await import('./commands/watch/watch.ts')).watch)
  connect(addJudgeCommand(program), async () => (await import('./commands/judge/judge.ts')).judge)
  connect(addDatasetCommand(program), async () => (await import('./commands/dataset/add.ts')).addToDataset)
  connect(
    addRescoreCommand(program),
    async () => (await import('./commands/rescore/rescore.ts')).rescoreCommand,
  )
  for (const feature of around.features) {
    program.commandsGroup(`${feature.group ?? 'More'}:`)
    feature.addCommands?.(program, connect)
  }
  program.commandsGroup('More:')
  program.helpCommand('help [command]', 'show the help of a command')
}
