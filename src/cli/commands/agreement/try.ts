import { resolve } from 'node:path'
import { readScorers, type ScorerEntry } from '../../../evaluation/scoring/scorers.ts'
import {
  planSettings,
  readLabelledRows,
  rowsOfLabels,
  type TrialOptions,
  type TrialResult,
  trySettings,
} from '../../../people/agreement/index.ts'
import { terminalTrialPlan } from '../../../report/agreement/trial.ts'
import { trialReport } from '../../../report/index.ts'
import { terminalJson } from '../../../report/safe-text.ts'
import { CommandError, exitCodes } from '../../ending.ts'
import { type Plan, withPlan } from '../../plan/plan.ts'
import { scorerFor } from '../../plan/scorers.ts'
import { print, type Surroundings, say } from '../../surroundings.ts'
import { looksOf } from '../../terminal/looks.ts'
import { showProgress } from '../../terminal/progress.ts'
import { rowFlagsIn, type TryFlags } from './options.ts'
import { rowsOf } from './rows.ts'

/**
 * Tries settings of a scorer on labels, once it has said how many calls that takes.
 *
 * @param run That the labels are about; undefined for labelled rows.
 * @returns The exit code: 3 where the work stopped before its end.
 */
export function tryCommand(
  labels: string,
  run: string | undefined,
  flags: TryFlags,
  around: Surroundings,
): Promise<number> {
  const [ofRows] = run === undefined ? [] : rowFlagsIn(flags)
  if (ofRows !== undefined)
    throw new CommandError(`${ofRows} is for labelled rows, and these labels are about a run: leave it out`)
  if (run === undefined && flags.unit !== undefined)
    throw new CommandError('--unit is for labels about a run: name the run behind them')
  return withPlan(flags, around, {}, async (plan) => {
    const { stdout, stderr, signal, json } = plan
    const scorer = await scorerFor(plan, flags)
    const { concurrency, timeoutInMs, budget } = plan.work
    const options = {
      ...{ scorer, signal, concurrency, timeoutInMs, budget, prices: plan.config.prices },
      ...rowsOf(flags).labels,
      ...(await dataOf(scorer, resolve(plan.folder, labels), run, flags, plan)),
    }
    const planned = await planSettings(options)
    const { width } = looksOf(plan)
    if (flags.dryRun) {
      print(stdout, json ? terminalJson({ version: 1, ...planned }) : terminalTrialPlan(planned, width))
      return exitCodes.passed
    }
    for (const line of terminalTrialPlan(planned, width).split('\n')) say(stderr, line)
    const progress = showProgress(plan)
    const result = await trySettings({ ...options, onProgress: progress.onProgress }).finally(progress.stop)
    print(stdout, json ? trialReport.json(result) : trialReport.terminal(result, { width }))
    return codeOf(result)
  })
}

async function dataOf(
  scorer: ScorerEntry,
  labels: string,
  named: string | undefined,
  flags: TryFlags,
  { runs, stderr }: Plan,
): Promise<Pick<TrialOptions, 'data' | 'reading'>> {
  if (named === undefined) return { data: await readLabelledRows(labels, rowsOf(flags).file) }
  const run = await runs.read(named)
  for (const warning of run.warnings ?? []) say(stderr, `warning: ${warning}`)
  const [{ record } = {}] = readScorers([scorer])
  return rowsOfLabels({ run, labels, scorerId: record?.id, unit: flags.unit })
}

function codeOf({ end, settings }: TrialResult): number {
  if (end.status === 'cancelled') return exitCodes.interrupted
  if (end.status !== 'complete') return exitCodes.cannotTell
  return settings.every(({ scored }) => scored > 0) ? exitCodes.passed : exitCodes.failed
}
