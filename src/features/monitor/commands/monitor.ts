import { CommandError } from '../../../cli/command-error.ts'
import { exitCodes } from '../../../cli/exit-codes.ts'
import { withPlan } from '../../../cli/plan/plan.ts'
import { requireMastra } from '../../../cli/plan/requirements.ts'
import { print, say, warn } from '../../../cli/print.ts'
import { requireReportPlaces, writeReport } from '../../../cli/report-files.ts'
import { giveBackHeap, keepHeapSmall, keepPagesSmall } from '../../../cli/small-memory.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { readLooks } from '../../../cli/terminal/width-and-colours.ts'
import { formatCount, formatScore, orNone } from '../../../report/format-numbers.ts'
import { terminalJson, terminalName, terminalText } from '../../../report/safe-text.ts'
import { renderTable } from '../../../report/terminal/draw-table.ts'
import type { RunningServer } from '../../../server/serve.ts'
import { withoutUndefined } from '../../../shared/without-undefined.ts'
import type { WorkersConfig } from '../../workers/config.ts'
import type { MonitorFlags } from '../command-options.ts'
import type { MonitorConfig } from '../config.ts'
import type { Monitor, MonitorEvent } from '../index.ts'
import type { MonitorSettings } from '../monitor-options.ts'
import type { MonitorStatus, StreamStatus } from '../status.ts'

/** @returns The exit code, once the monitor is stopped or, with --once, after its check. */
export async function monitorCommand(
  argument: string | undefined,
  flags: MonitorFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { stderr, signal, isOwnProcess } = surroundings
  const isServed = flags.serve || flags.port !== undefined
  if (flags.once && isServed)
    throw new CommandError('--serve needs a monitor that keeps running: leave out --once, or use --report')
  if (isOwnProcess) keepHeapSmall()
  const { by, since, name, once, report, config: named } = flags
  const asked = { named: argument, isNeeded: true }
  const shared = { config: named, report }
  return withPlan<MonitorConfig & WorkersConfig>(shared, surroundings, asked, async ({ config, files }) => {
    const { html } = files
    const { queue, scorers, prices, monitor: own = {} } = config
    const mastra = requireMastra(config)
    const settings: MonitorSettings = { ...own, ...withoutUndefined({ by, since, name }) }
    requireReportPlaces({ html }, [settings.state])
    const { monitor } = await import('../index.ts')
    const { monitorPage } = await import('../report/page.ts')
    const write = async (status: MonitorStatus | undefined) => {
      if (html !== undefined && status !== undefined) await writeReport('html', html, monitorPage(status))
    }
    if (isOwnProcess) {
      await keepPagesSmall(mastra)
      giveBackHeap()
    }
    const watching = monitor({
      ...settings,
      mastra,
      queue,
      scorers,
      prices,
      signal,
      once,
      onEvent: (event) => tell(event, flags, surroundings),
      onLook: () => write(watching.status()),
      onWarning: (sentence) => warn(stderr, sentence),
    })
    let server: RunningServer | undefined
    try {
      if (isServed) {
        const { serveMonitor } = await import('../report/serve.ts')
        server = await serveMonitor(() => watching.status(), { port: flags.port ?? 0 })
        say(stderr, `The page, for this machine only: ${server.address}`)
      }
      if (!flags.once) say(stderr, 'Watching. Ctrl-C stops.')
      const status = await finalStatus(watching, flags, signal)
      if (status === undefined) return exitCodes.passed
      await write(status)
      tellStatus(status, flags, surroundings)
      return flags.once ? toExitCode(status) : exitCodes.passed
    } finally {
      await server?.close()
    }
  })
}

/** A monitor that was stopped before its first result has the status that it began with, and none while it waited. */
function finalStatus(
  watching: Monitor,
  { once }: MonitorFlags,
  signal: AbortSignal,
): Promise<MonitorStatus | undefined> {
  return watching.ended.catch((error: unknown) => {
    const known = watching.status()
    if (signal.aborted && !once && (known !== undefined || error === signal.reason)) return known
    throw error
  })
}

function tell(event: MonitorEvent, { json }: MonitorFlags, { stdout }: Surroundings): void {
  if (json) print(stdout, terminalJson(event, 0))
  else if (stdout.log) stdout.log(isAlarming(event) ? 'warn' : 'info', event.sentence, { event })
  else say(stdout, `${event.at.slice(0, 19).replace('T', ' ')} ${event.kind}: ${event.sentence}`)
}

const isAlarming = ({ kind }: MonitorEvent) =>
  !['finding', 'recovery', 'restart', 'judge back', 'sighted'].includes(kind)

function toExitCode({ streams, coverage = [] }: MonitorStatus): number {
  if (streams.some(({ state }) => state === 'alarm')) return exitCodes.failed
  return coverage.some(({ isBlind }) => isBlind) ? exitCodes.cannotTell : exitCodes.passed
}

const columns = [
  { title: 'Stream' },
  { title: 'State', kind: 'name' },
  { title: 'Mean', kind: 'number' },
  { title: 'Reference', kind: 'number' },
  { title: 'Scores', kind: 'number' },
] as const

function tellStatus(status: MonitorStatus, { json, once }: MonitorFlags, surroundings: Surroundings): void {
  const { stdout, stderr } = surroundings
  if (json) {
    if (once) print(stdout, terminalJson({ kind: 'status', ...status }, 0))
    return
  }
  const { streams, problems, delivery } = status
  for (const { to, waiting, lost } of delivery)
    if (waiting + lost > 0) warn(stderr, `events to ${to}: ${waiting} waiting to be sent again, ${lost} lost`)
  if (streams.length === 0) say(stdout, 'No live answer has been scored yet.')
  else if (stdout.log)
    for (const stream of streams) stdout.log('info', `${stream.label}: ${stream.words}`, { stream })
  else print(stdout, renderTable(columns, streams.map(toRow), readLooks(surroundings).width))
  for (const problem of problems.filter((one) => one.startsWith('The store')))
    say(stderr, terminalText(problem))
}

const toRow = ({ label, words, current, reference, high, scores }: StreamStatus): string[] => [
  terminalName(label),
  words,
  orNone(current.mean, formatScore, high),
  orNone(reference, formatScore, high),
  formatCount(scores),
]
