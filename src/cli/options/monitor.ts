import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { VerdictConfig } from '../../config/index.ts'
import type { MonitorReference, MonitorSettings } from '../../monitor/index.ts'
import { CommandError } from '../ending.ts'
import { collect, moment, parsePairs, secondsInMs, wholeNumber } from './parse.ts'

export interface MonitorFlags {
  readonly once?: boolean
  readonly by?: string[]
  readonly interval?: number
  readonly reference?: string[]
  readonly allowedLoss?: string[]
  readonly averageRunLength?: number
  readonly since?: Date
  readonly name?: string
  readonly state?: string
  readonly webhook?: string[]
  readonly slack?: string[]
  readonly anchors?: string
  readonly drawAnchors?: number
  readonly seed?: number
  readonly studio?: string
  readonly json?: boolean
  readonly html?: string
  readonly serve?: number | true
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('It must be a port, 0 to 65535.')
  return Number(text)
}

function seedOf(text: string): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) >= 2 ** 32)
    throw new InvalidArgumentError('It must be a whole number from 0 to 4294967295.')
  return Number(text)
}

/** Adds `verdict monitor`. */
export function addMonitorCommand(program: Command): Command {
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

/**
 * What the command line says, over what the configuration says.
 *
 * @throws CommandError for what cannot be read.
 */
export function monitorSettings(
  flags: MonitorFlags,
  { config, folder, configFolder }: { config: VerdictConfig; folder: string; configFolder: string },
  environment: Readonly<Record<string, string | undefined>>,
): MonitorSettings {
  const own = config.monitor ?? {}
  const { reference = own.reference, anchors = own.anchors, state = own.state } = own
  const webhooks = [
    ...(flags.webhook ?? []).map((url) => ({ url, secret: environment.VERDICT_WEBHOOK_SECRET || undefined })),
    ...(flags.slack ?? []).map((url) => ({ url, format: 'slack' as const })),
  ]
  return {
    ...own,
    by: flags.by ?? own.by,
    intervalInMs: flags.interval ?? own.intervalInMs,
    reference:
      flags.reference === undefined
        ? reference && 'run' in reference
          ? { run: resolve(configFolder, reference.run) }
          : reference
        : readReference(flags.reference, folder),
    allowedLoss: flags.allowedLoss === undefined ? own.allowedLoss : readAllowedLoss(flags.allowedLoss),
    averageRunLength: flags.averageRunLength ?? own.averageRunLength,
    since: flags.since ?? own.since,
    name: flags.name ?? own.name,
    state: flags.state === undefined ? state && resolve(configFolder, state) : resolve(folder, flags.state),
    webhooks: webhooks.length > 0 ? webhooks : own.webhooks,
    anchors:
      flags.anchors === undefined
        ? anchors && { ...anchors, file: resolve(configFolder, anchors.file) }
        : { ...anchors, file: resolve(folder, flags.anchors) },
    studio: flags.studio ?? own.studio,
  }
}

function readReference(spellings: readonly string[], folder: string): MonitorReference {
  const [only = ''] = spellings
  const first = /^first=(\d+)$/.exec(only)
  if (spellings.length === 1 && first) return { first: Number(first[1]) }
  if (spellings.length === 1 && !only.includes('=')) return { run: resolve(folder, only) }
  return { means: readNumbers('--reference', spellings) }
}

function readAllowedLoss(spellings: readonly string[]): number | Record<string, number> {
  const [only = ''] = spellings
  if (spellings.length === 1 && /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(only.trim())) return Number(only)
  return readNumbers('--allowed-loss', spellings)
}

function readNumbers(option: string, spellings: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(parsePairs(option, spellings)).map(([name, text]) => {
      if (!/^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text))
        throw new CommandError(`${option}: "${text}" of ${name} is no number`)
      return [name, Number(text)]
    }),
  )
}
