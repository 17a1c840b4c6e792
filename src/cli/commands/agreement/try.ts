import { resolve } from 'node:path'
import { readRun } from '../../../evaluation/run-file/read-run.ts'
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
import { jsonTrialReport, terminalTrialReport } from '../../../report/index.ts'
import { terminalJson } from '../../../report/safe-text.ts'
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

type Named = { readonly [Flag in keyof AgreementFlags]?: string }

/** What has no meaning where several settings are tried. */
const notTried = {
  file: '--file',
  resume: '--resume',
  retryFailed: '--retry-failed',
  html: '--html',
  markdown: '--markdown',
} as const satisfies Named

/** What says how rows of a file are read: labels of a run say it themselves. */
const ofRows = {
  positive: '--positive',
  negative: '--negative',
  between: '--between',
  gradesAgainstScores: '--grades-against-scores',
  verdict: '--verdict',
  field: '--field',
  otherFields: '--other-fields',
  delimiter: '--delimiter',
} as const satisfies Named

function refuse(flags: AgreementFlags, names: Named, beside: string): void {
  const given = (Object.keys(names) as (keyof AgreementFlags)[]).find((flag) => flags[flag] !== undefined)
  if (given !== undefined) throw new CommandError(`${names[given]} does not go with ${beside}: leave it out`)
}

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
  refuse(flags, notTried, '--try')
  if (flags.run !== undefined) refuse(flags, ofRows, '--run')
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
    print(stdout, flags.json ? terminalJson({ version: 1, ...plan }) : terminalTrialPlan(plan, width))
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
