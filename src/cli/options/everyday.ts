import type { CommandUnknownOpts } from '@commander-js/extra-typings'

/** Asks with --help for all options of a command. */
export const allOption = '--all'

/** What is asked of the commands that take more than a dozen options, day by day; their help shows these alone. */
const everyday: Readonly<Record<string, readonly string[]>> = {
  run: [
    ...['--config', '--scorer', '--judge', '--target', '--only', '--compare', '--fail-if-worse', '--gate'],
    ...['--report', '--json', '--resume', '--budget'],
  ],
  rescore: [
    ...['--config', '--scorer', '--judge', '--name', '--compare', '--fail-if-worse', '--gate', '--report'],
    ...['--json', '--file', '--resume', '--budget'],
  ],
  pairs: [
    ...['--judge', '--fail-if-worse', '--config', '--gate', '--labels', '--report', '--json', '--resume'],
    ...['--budget', '--stop-when-decided'],
  ],
  label: ['--scorer', '--sample', '--rater', '--by', '--unit', '--labels', '--config', '--port', '--overlap'],
}

/** Hides what is not asked for every day. */
export function hideRareOptions({ commands }: { readonly commands: readonly CommandUnknownOpts[] }): void {
  for (const command of commands) {
    const shown = everyday[command.name()]
    if (shown === undefined) continue
    const hidden = command.options.filter(({ long }) => !shown.includes(String(long)))
    for (const option of hidden) option.hideHelp()
    command.addHelpText(
      'after',
      `\n${hidden.length} more options: verdict ${command.name()} --help ${allOption}`,
    )
  }
}
