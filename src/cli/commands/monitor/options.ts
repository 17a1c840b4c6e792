import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import type { FlagsOf } from '../../options/flags-of.ts'
import { collect, moment, port, secondsInMs, wholeNumber } from '../../options/parse.ts'

function seedOf(text: string): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) >= 2 ** 32)
    throw new InvalidArgumentError('It must be a whole number from 0 to 4294967295.')
  return Number(text)
}

/** Adds `verdict monitor`. */
export function addMonitorCommand(program: Command) {
  return program
    .command('monitor')
    .description('watch the scores of live answers, and tell when they change')
    .argument('[config]', 'a configuration with mastra (default: verdict.config.ts)')
    .option('--once', 'look once and end; 1 is an alarm, 3 that no score comes')
    .option(
      '--by <field>',
      'watch each value of a field by itself: agent, version, environment, metadata.tier; may be repeated',
      collect,
    )
    .option('--interval <seconds>', 'how often the store is looked at (default: 10)', secondsInMs)
    .option(
      '--reference <what>',
      'what means are compared with: first=500, a run file, or scorer=0.8, which may be repeated (default: first=1000)',
      collect,
    )
    .option(
      '--allowed-loss <share>',
      'how far from it a mean may be: a share of the scale, or scorer=0.05, which may be repeated (default: 0.02)',
      collect,
    )
    .option(
      '--average-run-length <scores>',
      'one false alarm in so many scores, at most, on average, where nothing changes (default: 50000)',
      wholeNumber,
    )
    .option('--since <time>', "pass over scores before '2026-11-01', or '36h', '30d' ago", moment)
    .option('--name <name>', 'tells apart monitors of one store (default: default)')
    .option('--state <file>', 'keep what is known in a file (default: a table of the store)')
    .option('--webhook <url>', 'post events there as JSON, signed with VERDICT_WEBHOOK_SECRET', collect)
    .option('--slack <url>', 'post events to an incoming webhook of Slack', collect)
    .option('--anchors <file>', 'stored answers to judge again: did the answers change, or the judge?')
    .option(
      '--draw-anchors <count>',
      'write so many stored answers of each scorer, drawn at random, to the file of --anchors, and end',
      wholeNumber,
    )
    .option('--seed <number>', 'of that draw (default: a random one, which is said)', seedOf)
    .option('--studio <url>', 'where Mastra Studio is, for links to answers')
    .option('--json', 'print each event as a line of JSON')
    .option('--html <file>', 'write what is known as one HTML page, after each look')
    .option('--serve [port]', 'serve that page on this machine, live (default: a free port)', port)
}

export type MonitorFlags = FlagsOf<typeof addMonitorCommand>
