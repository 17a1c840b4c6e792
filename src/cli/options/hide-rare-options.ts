import type { CommandUnknownOpts } from '@commander-js/extra-typings'

/** Makes --help list all options of a command. */
export const allOption = '--all'

/** The common options of commands with more than a dozen options; their help shows only these. */
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
