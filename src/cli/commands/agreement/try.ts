import { resolve } from 'node:path'
import {
  planSettings,
  readLabelledRows,
  rowsOfLabels,
  type TrialOptions,
  type TrialResult,
  trySettings,
} from '../../../agreement/index.ts'
import { readRun } from '../../../evaluation/run-file/read-run.ts'
import { readScorers, type ScorerEntry } from '../../../evaluation/scoring/scorers.ts'
import { terminalTrialPlan } from '../../../report/agreement/trial.ts'
import { jsonTrialReport, terminalTrialReport } from '../../../report/index.ts'
import { CommandError, exitCodes } from '../../ending.ts'
import { parsePairs } from '../../settings/pairs.ts'
import { readingOf } from '../../settings/reading.ts'
import { RunFolder } from '../../settings/run-folder.ts'
import type { UsedScorer } from '../../settings/scorers.ts'
import { readWork } from '../../settings/work.ts'
import { print, type Surroundings, say } from '../../surroundings.ts'
import { looksOf } from '../../terminal/looks.ts'
import { showProgress } from '../../terminal/progress.ts'
import type { AgreementFlags } from './options.ts'

/** What has no meaning where several settings are tried. */
const notTried = {
  file: '--file',
  resume: '--resume',
  retryFailed: '--retry-failed',
  html: '--html',
} as const satisfies { readonly [Flag in keyof AgreementFlags]?: string }

/**
 * Tries settings of a scorer on labels, once it has said how many calls that takes.
 *
 * @returns The exit code: 3 where the work stopped before its end.
 */
export async function trySettingsOf(
  { scorer, prices }: UsedScorer,
  labels: string,
  flags: AgreementFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { stdout, stderr, signal } = surroundings
  const needless = Object.entries(notTried).find(
    ([flag]) => flags[flag as keyof typeof notTried] !== undefined,
  )
  if (needless !== undefined) throw new CommandError(`${needless[1]} does not go with --try: leave it out`)
  const { positive, negative, between } = flags
  const verdicts = parsePairs('--verdict', flags.verdict)
  const { resume: _, retryFailed: _again, ...work } = readWork(flags)
  const options = {
    ...{ scorer, prices, signal, positive, negative, between, ...work },
    ...(await dataOf(scorer, labels, flags, surroundings)),
    higherGrade: flags.gradesAgainstScores ? 'lower score' : undefined,
    verdicts: Object.keys(verdicts).length === 0 ? undefined : verdicts,
  } as const
  const plan = await planSettings(options)
  const { width } = looksOf(surroundings)
  if (flags.dryRun) {
    print(stdout, flags.json ? JSON.stringify(plan, null, 2) : terminalTrialPlan(plan, width))
    return exitCodes.passed
  }
  for (const line of terminalTrialPlan(plan, width).split('\n')) say(stderr, line)
  const progress = showProgress(surroundings, { quiet: flags.quiet ?? false })
  const result = await trySettings({ ...options, onProgress: progress.onProgress }).finally(progress.stop)
  print(stdout, flags.json ? jsonTrialReport(result) : terminalTrialReport(result, { width }))
  return codeOf(result)
}

async function dataOf(
  scorer: ScorerEntry,
  labels: string,
  flags: AgreementFlags,
  { folder, stderr }: Surroundings,
): Promise<Pick<TrialOptions, 'data' | 'reading'>> {
  const file = resolve(folder, labels)
  if (flags.run === undefined) return { data: await readLabelledRows(file, readingOf(flags)) }
  const run = await readRun(await new RunFolder(flags, folder).fileOf(flags.run))
  for (const warning of run.warnings ?? []) say(stderr, `warning: ${warning}`)
  const [{ record } = {}] = readScorers([scorer])
  return rowsOfLabels({ run, labels: file, scorerId: record?.id, unit: flags.unit })
}

function codeOf({ end, settings }: TrialResult): number {
  if (end.status === 'cancelled') return exitCodes.interrupted
  if (end.status !== 'complete') return exitCodes.cannotTell
  return settings.every(({ scored }) => scored > 0) ? exitCodes.passed : exitCodes.failed
}
