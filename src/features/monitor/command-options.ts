import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../cli/options/flags-of.ts'
import { pageOption } from '../../cli/options/outputs.ts'
import { port, seed, wholeNumber } from '../../cli/options/parse-numbers.ts'
import { collect, moment } from '../../cli/options/parse-texts.ts'
import { configOption } from '../../cli/options/project.ts'

/** Adds `verdict monitor`. All other settings are in `monitor` of the configuration. */
export function addMonitorCommand(program: Command) {
  const command = program
    .command('monitor')
    // Options after `anchors` belong to that command.
    .enablePositionalOptions()
    .description('watch the scores of live answers, and report when they change')
    .argument('[config]', 'a configuration with mastra (default: verdict.config.ts)')
    .option('--once', 'check once and stop; exit code 1 is an alarm, 3 means that no scores arrive')
    .option(
      '--by <field>',
      'watch each value of a field separately: agent, version, environment, metadata.tier; may be repeated',
      collect,
    )
    .option('--since <time>', "only scores since '2026-11-01', or '36h', '30d' ago", moment)
    .option('--name <name>', 'name of this monitor among those of one store (default: default)')
    .option('--json', 'print each event as a line of JSON')
    .option('--serve', 'serve the page of live scores on this machine')
    .option('--port <port>', 'serve it on this port (default: a free one)', port)
  return configOption(pageOption(command))
}

export type MonitorFlags = FlagsOf<typeof addMonitorCommand>

export function addAnchorsCommand(monitor: ReturnType<typeof addMonitorCommand>) {
  const command = monitor
    .command('anchors')
    .description(
      "draw stored answers at random, to be judged again later, and write them to the file of the configuration's monitor.anchors",
    )
    .argument('<count>', 'how many for each scorer', wholeNumber)
    .option('--seed <number>', 'seed of the random draw (default: a random one, which is printed)', seed)
    .option('--since <time>', "only answers since '2026-11-01', or '36h', '30d' ago", moment)
  return configOption(command)
}
