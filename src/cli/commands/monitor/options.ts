import type { Command } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { allowedLoss, port, seed, wholeNumber } from '../../options/numbers.ts'
import { configOption } from '../../options/project.ts'
import { collect, moment } from '../../options/words.ts'

/** Adds `verdict monitor`. All else that it can do is `monitor` of the configuration. */
export function addMonitorCommand(program: Command) {
  const command = program
    .command('monitor')
    // What stands behind `anchors` is for that.
    .enablePositionalOptions()
    .description('watch the scores of live answers, and tell when they change')
    .argument('[config]', 'a configuration with mastra (default: verdict.config.ts)')
    .option('--once', 'look once and end; 1 is an alarm, 3 that no score comes')
    .option(
      '--by <field>',
      'watch each value of a field by itself: agent, version, environment, metadata.tier; may be repeated',
      collect,
    )
    .option(
      '--allowed-loss <share>',
      'how far from its reference a mean may be: a share of the scale, or scorer=0.05, which may be repeated (default: 0.02)',
      allowedLoss,
    )
    .option('--since <time>', "pass over scores before '2026-11-01', or '36h', '30d' ago", moment)
    .option('--name <name>', 'tells apart monitors of one store (default: default)')
    .option('--json', 'print each event as a line of JSON')
    .option('--html <file>', 'write what is known as one HTML page, after each look')
    .option('--serve [port]', 'serve that page on this machine, live (default: a free port)', port)
  return configOption(command)
}

export type MonitorFlags = FlagsOf<typeof addMonitorCommand>

export function addAnchorsCommand(monitor: ReturnType<typeof addMonitorCommand>) {
  const command = monitor
    .command('anchors')
    .description(
      "draw stored answers at random, to be judged again, and write them to the file of the configuration's monitor.anchors",
    )
    .argument('<count>', 'how many of each scorer', wholeNumber)
    .option('--seed <number>', 'of the draw (default: a random one, which is said)', seed)
    .option('--since <time>', "pass over answers before '2026-11-01', or '36h', '30d' ago", moment)
  return configOption(command)
}

export type AnchorsFlags = FlagsOf<typeof addAnchorsCommand>
