import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError } from '../../../cli/command-error.ts'
import { codeOfWork, exitCodes } from '../../../cli/exit-codes.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { type Plan, withPlan } from '../../../cli/plan/plan.ts'
import { scorerFor } from '../../../cli/plan/scorers.ts'
import { print, say, warn } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { showProgress } from '../../../cli/terminal/progress.ts'
import { readLooks } from '../../../cli/terminal/width-and-colours.ts'
import { writeText } from '../../../cli/write-file.ts'
import { readImprovement } from '../../../judge/composed/improved/improvement.ts'
import { terminalJson } from '../../../report/safe-text.ts'
import { readScorers, type ScorerEntry } from '../../../run/scorer-entry.ts'
import { readLabels } from '../../labels/file/read-labels.ts'
import type { addImproveCommand } from '../command-options.ts'
import { rowFlagsIn } from '../command-options.ts'
import type { ImproveOptions } from '../improve/options.ts'
import { improveJudge, planImprovement, readLabelledRows, rowsOfLabels } from '../index.ts'
import { labelledScorers } from '../recorded/measure-recorded.ts'
import { terminalImprovementPlan } from '../report/improvement.ts'
import { improvementReport } from '../report/reports.ts'
import { toRowOptions } from './row-flags.ts'

/**
 * Improves a judge with labels, after saying how many calls that takes.
 *
 * @param run The run that the labels are about; undefined for labelled rows.
 * @returns The exit code: 3 if the work stopped early.
 */
export function improve(
  labels: string,
  run: string | undefined,
  flags: FlagsOf<typeof addImproveCommand>,
  around: Surroundings,
): Promise<number> {
  const [ofRows] = run === undefined ? [] : rowFlagsIn(flags)
  if (ofRows !== undefined)
    throw new CommandError(`${ofRows} is for labelled rows, but these labels are about a run: leave it out`)
  if (run === undefined && flags.unit !== undefined)
    throw new CommandError('--unit is for labels about a run: name the run after them')
  return withPlan(flags, around, {}, async (plan) => {
    const { stdout, stderr, signal, json, cache } = plan
    const to = resolve(plan.folder, flags.to)
    plan.confine?.([to])
    if (!flags.dryRun) requireJudge(to, flags.to)
    const scorer = await scorerFor(plan, { ...flags, scorer: await pickLabelled(labels, run, flags, plan) })
    const { concurrency, timeoutInMs, budget } = plan.work
    const options = {
      scorer,
      signal,
      concurrency,
      timeoutInMs,
      budget,
      cache,
      prices: plan.config.prices,
      ...toRowOptions(flags).labels,
      ...(await readImproveData(scorer, resolve(plan.folder, labels), run, flags, plan)),
    }
    const planned = await planImprovement(options)
    const { width } = readLooks(plan)
    if (flags.dryRun) {
      print(stdout, json ? terminalJson({ version: 1, ...planned }) : terminalImprovementPlan(planned, width))
      return exitCodes.passed
    }
    for (const line of terminalImprovementPlan(planned, width).split('\n')) say(stderr, line)
    const progress = showProgress(plan)
    const result = await improveJudge({ ...options, onProgress: progress.onProgress }).finally(progress.stop)
    const look = { width, details: plan.details }
    print(stdout, json ? improvementReport.json(result) : improvementReport.terminal(result, look))
    if (result.improvement !== undefined) {
      await writeText(to, `${JSON.stringify(result.improvement, null, 2)}\n`, 'replace')
      say(
        stderr,
        `Written to ${flags.to}: give scorers improvedJudge(<the same model>, '${flags.to}') as their model.`,
      )
    }
    if (result.end.status !== 'complete')
      say(
        stderr,
        cache === undefined
          ? 'No judge was written, and nothing was kept. With --cache <file>, the same command goes on where it stopped.'
          : "No judge was written. The cache has the judge's answers: the same command goes on where it stopped.",
      )
    const hasScores = result.candidates.every(({ scored }) => scored > 0)
    return codeOfWork(result.end, hasScores)
  })
}

/**
 * Returns the id of the scorer to improve: of labels about a run, the only one that has labels.
 *
 * @throws CommandError if several have labels and none is named.
 */
async function pickLabelled(
  labels: string,
  run: string | undefined,
  { scorer }: FlagsOf<typeof addImproveCommand>,
  { folder, config, stderr }: Plan,
): Promise<string | undefined> {
  if (scorer !== undefined || run === undefined) return scorer
  const { lines } = await readLabels(resolve(folder, labels))
  const ids = labelledScorers(lines)
  const [only, another] = ids
  if (another !== undefined)
    throw new CommandError(`several scorers have labels: name one with --scorer (${ids.join(', ')})`)
  if (only !== undefined && config.scorers?.length !== 1)
    say(stderr, `This is about ${only}, the only scorer that has labels.`)
  return only
}

/** @throws CommandError for an existing file that is not an improved judge and would be overwritten. */
function requireJudge(file: string, named: string): void {
  if (!existsSync(file)) return
  try {
    readImprovement(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new CommandError(`--to: ${named} exists and is not an improved judge: name another file`, { cause })
  }
}

async function readImproveData(
  scorer: ScorerEntry,
  labels: string,
  named: string | undefined,
  flags: FlagsOf<typeof addImproveCommand>,
  { runs, stderr }: Plan,
): Promise<Pick<ImproveOptions, 'data' | 'reading'>> {
  if (named === undefined) return { data: await readLabelledRows(labels, toRowOptions(flags).file) }
  const run = await runs.read(named)
  for (const warning of run.warnings ?? []) warn(stderr, warning)
  const [{ record } = {}] = readScorers([scorer])
  return rowsOfLabels({ run, labels, scorerId: record?.id, unit: flags.unit })
}
