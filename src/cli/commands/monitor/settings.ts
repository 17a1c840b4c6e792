import { resolve } from 'node:path'
import type { VerdictConfig } from '../../../config/index.ts'
import type { MonitorReference, MonitorSettings } from '../../../live/monitor/monitor-options.ts'
import { CommandError } from '../../ending.ts'
import { parsePairs } from '../../settings/pairs.ts'
import type { MonitorFlags } from './options.ts'

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
