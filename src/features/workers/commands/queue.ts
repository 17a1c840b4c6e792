import { exitCodes } from '../../../cli/exit-codes.ts'
import { moment } from '../../../cli/options/parse-texts.ts'
import { withPlan } from '../../../cli/plan/plan.ts'
import { print, say } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { readLooks } from '../../../cli/terminal/width-and-colours.ts'
import { formatCount, formatDuration, none } from '../../../report/format-numbers.ts'
import { terminalJson, terminalName, terminalText } from '../../../report/safe-text.ts'
import { renderTable } from '../../../report/terminal/draw-table.ts'
import type { QueueCommand, QueueFlags } from '../command-options.ts'
import type { WorkersConfig } from '../config.ts'
import type { JobCounts, ReasonCount } from '../engine/jobs.ts'
import { type Project, requireProject } from '../requirements.ts'

type Action = (project: Project, flags: QueueFlags, surroundings: Surroundings) => Promise<void>

const makeColumns = (...titles: string[]) =>
  titles.map((title, index) => (index === 0 ? { title } : ({ title, kind: 'number' } as const)))

export const queueCommand = (name: QueueCommand) => (flags: QueueFlags, around: Surroundings) =>
  withPlan<WorkersConfig>({ config: flags.config }, around, { isNeeded: true }, async ({ config }) => {
    await actions[name](requireProject(config), flags, around)
    return exitCodes.passed
  })

const status: Action = async ({ queue }, { json }, surroundings) => {
  const { stdout } = surroundings
  const engine = await queue.engine()
  const counts = await engine.counts()
  const waiting = await engine.reasons('waiting')
  if (json) return print(stdout, terminalJson({ version: 1, scorers: counts, waiting }))
  if (counts.length === 0) return say(stdout, 'The queue is empty: no live answer has been put into it yet.')
  const titles = ['Waiting', 'Running', 'Scored', 'Not scorable', 'Failed', 'Oldest waiting']
  const columns = makeColumns('Scorer', ...titles)
  print(stdout, renderTable(columns, counts.map(toRow), readLooks(surroundings).width))
  sayReasons(stdout, 'Waiting because a worker could not do them:', waiting)
}

function sayReasons(stdout: Surroundings['stdout'], heading: string, reasons: readonly ReasonCount[]): void {
  if (reasons.length > 0) say(stdout, heading)
  for (const { group, jobs, reason } of reasons)
    say(stdout, `${terminalName(group)}: ${formatCount(jobs)}: ${terminalText(reason)}`)
}

function toRow({ group, waiting, running, scored, notScorable, failed, oldestWaiting }: JobCounts): string[] {
  const age = oldestWaiting === undefined ? none : formatDuration(Date.now() - oldestWaiting.getTime())
  return [terminalName(group), ...[waiting, running, scored, notScorable, failed].map(formatCount), age]
}

const failed: Action = async ({ queue }, { json }, surroundings) => {
  const { stdout } = surroundings
  const reasons = await (await queue.engine()).reasons('failed')
  if (json) return print(stdout, terminalJson({ version: 1, reasons }))
  if (reasons.length === 0) return say(stdout, 'No job has failed.')
  const rows = reasons.map(({ group, jobs, reason, lastAt }: ReasonCount) => [
    terminalName(group),
    formatCount(jobs),
    lastAt.toISOString().slice(0, 16).replace('T', ' '),
    terminalText(reason),
  ])
  const columns = [...makeColumns('Scorer', 'Jobs', 'Last (UTC)'), { title: 'Reason', kind: 'name' } as const]
  print(stdout, renderTable(columns, rows, readLooks(surroundings).width))
}

/** A filter may have reduced the number that sampling gives. */
const atMost = (count: number) => (count === 0 ? '0' : `at most ${formatCount(count)}`)

const covered: Action = async ({ mastra, queue }, { json, since = moment('24h'), agent }, surroundings) => {
  const { stdout } = surroundings
  const { coverage } = await import('../backfill/coverage.ts')
  const { hasTraces, noTraces } = await import('../../../evaluation/stored/traced-answers.ts')
  const scorers = await coverage(mastra, queue, { since, agent })
  const notScorable = await (await queue.engine()).reasons('not scorable')
  const isKnown = scorers.length > 0 || (await hasTraces(mastra))
  if (json) return print(stdout, terminalJson({ version: 1, since, isKnown, scorers, notScorable }))
  if (!isKnown) return say(stdout, noTraces)
  if (scorers.length === 0)
    return say(stdout, `No agent with a queued scorer has answered since ${since.toISOString()}.`)
  const rows = scorers.map(
    ({ agentId, scorerId, seen, sampled, isFiltered, scored, queued, notScorable, failed, lost }) => [
      terminalName(agentId),
      terminalName(scorerId),
      formatCount(seen),
      isFiltered ? atMost(sampled) : formatCount(sampled),
      ...[scored, queued, notScorable, failed].map(formatCount),
      isFiltered ? atMost(lost) : formatCount(lost),
    ],
  )
  const titles = ['Answers', 'Sampled', 'Scored', 'In the queue', 'Not scorable', 'Failed', 'Lost']
  const columns = makeColumns('Agent', 'Scorer', ...titles)
  print(stdout, renderTable(columns, rows, readLooks(surroundings).width))
  sayReasons(stdout, 'Not scorable, in the whole queue:', notScorable)
}

const retry: Action = async ({ queue }, { json, scorer, reason }, { stdout }) => {
  const { jobs, withoutData } = await (await queue.engine()).retry({ group: scorer, reason })
  if (json) return print(stdout, terminalJson({ version: 1, jobs, withoutData }))
  say(stdout, `${formatCount(jobs)} failed ${jobs === 1 ? 'job waits' : 'jobs wait'} for a worker again.`)
  if (withoutData > 0)
    say(
      stdout,
      `${formatCount(withoutData)} cannot be tried again: their data was never stored, or was removed after keepRunDays. To make them again from their traces, run \`verdict queue drop\` and \`verdict backfill\`.`,
    )
}

const drop: Action = async ({ queue }, { json, scorer, reason }, { stdout }) => {
  const jobs = await (await queue.engine()).drop({ group: scorer, reason })
  if (json) return print(stdout, terminalJson({ version: 1, jobs }))
  say(stdout, `${formatCount(jobs)} failed ${jobs === 1 ? 'job is' : 'jobs are'} forgotten.`)
}

const actions: Readonly<Record<QueueCommand, Action>> = { status, failed, coverage: covered, retry, drop }
