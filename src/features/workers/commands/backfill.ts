import { CommandError, toSentence } from '../../../cli/command-error.ts'
import { exitCodes } from '../../../cli/exit-codes.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { withPlan } from '../../../cli/plan/plan.ts'
import { say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { formatMoney } from '../../../report/format-costs.ts'
import { formatCount, formatQuantity } from '../../../report/format-numbers.ts'
import { terminalName, terminalText } from '../../../report/safe-text.ts'
import type { BackfillCounts, BackfillOptions } from '../backfill/backfill.ts'
import type { WorkersConfig } from '../config.ts'
import type { JobCosts } from '../engine/jobs.ts'
import type { addBackfillCommand } from '../options.ts'
import { type Project, requireProject } from '../requirements.ts'

export async function backfillCommand(
  argument: string | undefined,
  flags: FlagsOf<typeof addBackfillCommand>,
  surroundings: Surroundings,
): Promise<number> {
  const { since, until } = flags
  if (since !== undefined && until !== undefined && since >= until)
    throw new CommandError('--since must be before --until: no answer lies between them')
  const asked = { named: argument, isNeeded: true }
  return withPlan<WorkersConfig>(
    { config: flags.config },
    surroundings,
    asked,
    async ({ config, stdout, stderr, signal }) => {
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
      if (flags.dryRun) {
        const counts = await backfill(options)
        sayEstimate(counts, await usualCosts(project, counts.put), surroundings)
        return exitCodes.passed
      }
      const beside = flags.work ? start(false) : undefined
      const counts = await backfill(options).finally(() => beside?.stop())
      say(stdout, counts.answers > 0 || (await hasTraces(mastra)) ? summariseBackfill(counts) : noTraces)
      if (counts.ended === 'stopped') return exitCodes.interrupted
      if (beside === undefined) return exitCodes.passed
      const last = await start(true).ended
      const count = (how: 'scored' | 'notScorable' | 'failed') => last[how] + beside.counts[how]
      say(
        stdout,
        `${count('scored')} scored, ${count('notScorable')} not scorable, ${count('failed')} failed.`,
      )
      if (signal.aborted) return exitCodes.interrupted
      return count('failed') === 0 ? exitCodes.passed : exitCodes.failed
    },
  )
}

/** Returns the cost of each scorer's latest scores; scorers that no job has used yet are absent. */
async function usualCosts(
  { queue }: Project,
  put: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, JobCosts>> {
  const engine = await queue.engine()
  const found = [...put.keys()].map(async (scorer) => [scorer, await engine.usualCost(scorer)] as const)
  return new Map((await Promise.all(found)).filter(([, { jobs }]) => jobs > 0))
}

function sayEstimate(
  { answers, put, scored, queued }: BackfillCounts,
  costs: ReadonlyMap<string, JobCosts>,
  { stdout }: Surroundings,
): void {
  const there = `${formatCount(scored)} scores are already there, ${formatCount(queued)} are in the queue.`
  say(stdout, `${formatQuantity(answers, 'answer')} looked at; ${there}`)
  for (const [scorer, count] of put) {
    const each = sayCost(count, costs.get(scorer))
    say(stdout, `${terminalName(scorer)}: ${formatQuantity(count, 'score')} to make, ${each}.`)
  }
  if (put.size === 0) say(stdout, 'No score is missing.')
}

function sayCost(count: number, cost: JobCosts | undefined): string {
  if (cost === undefined) return 'their cost is not known: score a few with --limit 20 first'
  const [calls, tokens] = [cost.calls, cost.tokens].map((each) =>
    formatCount(Math.round((count / cost.jobs) * each)),
  )
  const money =
    cost.money === undefined
      ? `money not known: ${cost.unpriced === undefined ? 'the price of a model is missing' : `prices has no '${terminalText(cost.unpriced)}'`}`
      : formatMoney((count / cost.jobs) * cost.money)
  return `about ${calls} calls, ${tokens} tokens, ${money}, judging by the latest scores`
}

const whys: Readonly<Record<BackfillCounts['ended'], string>> = {
  all: '',
  limit: ' The limit is reached: run it again to continue.',
  budget: ' The budget is spent: run it again to continue.',
  stopped: ' It was stopped: run it again to continue.',
}

function summariseBackfill({ answers, put, scored, queued, unreadable, ended }: BackfillCounts): string {
  const jobs = [...put.values()].reduce((sum, count) => sum + count, 0)
  const parts = [
    `${formatQuantity(answers, 'answer')} looked at`,
    `${formatQuantity(jobs, 'score')} put into the queue`,
    `${formatCount(scored)} already there`,
    ...(queued > 0 ? [`${formatCount(queued)} already in the queue`] : []),
    ...(unreadable > 0 ? [`${formatQuantity(unreadable, 'answer')} without a whole trace`] : []),
  ]
  return `${parts.join(', ')}.${whys[ended]}`
}
