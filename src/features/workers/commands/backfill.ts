import { CommandError, toSentence } from '../../../cli/command-error.ts'
import { exitCodes } from '../../../cli/exit-codes.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { withPlan } from '../../../cli/plan/plan.ts'
import { say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { formatMoney } from '../../../report/format-costs.ts'
import { formatCount, formatQuantity } from '../../../report/format-numbers.ts'
import { terminalName, terminalText } from '../../../report/safe-text.ts'
import type { BackfillCounts, BackfillOptions } from '../backfill/backfill-options.ts'
import type { addBackfillCommand } from '../command-options.ts'
import type { WorkersConfig } from '../config.ts'
import type { JobCosts } from '../engine/jobs.ts'
import { type Project, requireProject } from '../requirements.ts'

type BackfillFlags = FlagsOf<typeof addBackfillCommand>

export async function backfillCommand(
  argument: string | undefined,
  flags: BackfillFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { since, until } = flags
  if (since !== undefined && until !== undefined && since >= until)
    throw new CommandError('--since must be before --until: no answer lies between them')
  const asked = { named: argument, isNeeded: true }
  return withPlan<WorkersConfig>({ config: flags.config }, surroundings, asked, async (plan) => {
    const { config, stdout, stderr, signal } = plan
    const project = requireProject(config)
    const { mastra, queue, scorers } = project
    const { backfill } = await import('../backfill/backfill.ts')
    const { hasTraces, noTraces } = await import('../../../evaluation/stored/traced-answers.ts')
    const { startWorker } = await import('../worker/worker.ts')
    const { scorer: only, config: _, work: __, concurrency, ...range } = flags
    const options: BackfillOptions = { ...project, ...range, only, signal }
    const start = (once: boolean) => {
      return startWorker({
        mastra,
        queue,
        scorers,
        concurrency,
        once,
        signal,
        prices: config.prices,
        onJob: (job, end) => {
          if (end.is === 'failed' && !end.again) say(stderr, `${job.group}: ${end.failure.message}`)
        },
        onTrouble: (error) => warn(stderr, `the queue or its store: ${toSentence(error)}`),
      })
    }
    const sayCounts = async (counts: BackfillCounts) => {
      if (counts.found === 0 && !(await hasTraces(mastra))) return say(stdout, noTraces)
      if (counts.found === 0 && flags.agent !== undefined) warn(stderr, noAnswers(flags, mastra))
      say(stdout, summariseBackfill(counts, flags))
    }
    if (flags.dryRun) {
      const counts = await backfill(options)
      await sayCounts(counts)
      await sayEstimate(project, counts, surroundings)
      return exitCodes.passed
    }
    const beside = flags.work ? start(false) : undefined
    const counts = await backfill(options).finally(() => beside?.stop())
    await sayCounts(counts)
    if (counts.ended === 'stopped') return exitCodes.interrupted
    if (beside === undefined) return exitCodes.passed
    const last = await start(true).ended
    const count = (how: 'scored' | 'notScorable' | 'failed') => last[how] + beside.counts[how]
    say(stdout, `${count('scored')} scored, ${count('notScorable')} not scorable, ${count('failed')} failed.`)
    if (signal.aborted) return exitCodes.interrupted
    return count('failed') === 0 ? exitCodes.passed : exitCodes.failed
  })
}

async function sayEstimate(
  { queue }: Project,
  { put }: BackfillCounts,
  { stdout }: Surroundings,
): Promise<void> {
  const engine = await queue.engine()
  for (const [scorer, count] of put) {
    const each = sayCost(count, await engine.usualCost(scorer))
    say(stdout, `${terminalName(scorer)}: ${formatQuantity(count, 'score')} to make, ${each}.`)
  }
}

function sayCost(count: number, cost: JobCosts): string {
  if (cost.jobs === 0) return 'their cost is not known: score a few with --limit 20 first'
  const countAll = (each: number) => formatCount(Math.round((count / cost.jobs) * each))
  const money =
    cost.money === undefined
      ? `money not known: ${cost.unpriced === undefined ? 'the price of a model is missing' : `prices has no '${terminalText(cost.unpriced)}'`}`
      : formatMoney((count / cost.jobs) * cost.money)
  return `about ${countAll(cost.calls)} calls, ${countAll(cost.tokens)} tokens, ${money}, judging by the latest scores`
}

const whys: Readonly<Record<BackfillCounts['ended'], string>> = {
  all: '',
  limit: ' The limit is reached: run it again to continue.',
  budget: ' The budget is spent: run it again to continue.',
  stopped: ' It was stopped: run it again to continue.',
}

function summariseBackfill(counts: BackfillCounts, { dryRun, scorer }: BackfillFlags): string {
  const { answers, put, scored, queued, notScorable, failed, gone, unreadable, ended } = counts
  const { filtered, undecided } = counts
  const jobs = sum(put.values())
  const without = sum(counts.withoutScorer.values())
  const agents = [...counts.withoutScorer.keys()].map(terminalName).join(', ')
  const some = (count: number, what: string) => (count > 0 ? [`${formatCount(count)} ${what}`] : [])
  const answersOf = (count: number, which: string) =>
    count > 0 ? [`${formatQuantity(count, 'answer')} ${which}`] : []
  const parts = [
    `${formatQuantity(answers, 'answer')} looked at`,
    `${formatQuantity(jobs, 'score')} ${dryRun ? 'to make' : 'put into the queue'}`,
    `${formatCount(scored)} already there`,
    ...some(queued, 'already in the queue'),
    ...some(notScorable, 'not scorable'),
    ...some(failed, 'failed before: `verdict queue retry` tries again'),
    ...some(gone, 'made before, but gone or of another version'),
    ...some(filtered, "left out by a scorer's filter, as live"),
    ...some(undecided, "left out because the trace lacks what the scorer's filter reads"),
    ...answersOf(without, `by agents without ${scorer ? 'such a scorer' : 'scorers'} (${agents})`),
    ...answersOf(unreadable, 'without a whole trace'),
  ]
  return `${parts.join(', ')}.${whys[ended]}`
}

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)

/** Says that an agent has no answers, since its name may be misspelt. */
function noAnswers({ agent = '', since, until }: BackfillFlags, mastra: Project['mastra']): string {
  const when = since === undefined && until === undefined ? '' : ' in this time'
  const agents = Object.values(mastra.listAgents()).map(({ id }) => terminalName(id))
  return `the traces hold no answer by an agent "${terminalText(agent)}"${when}: Mastra has ${agents.join(', ') || 'no agents'}`
}
