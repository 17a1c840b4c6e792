import { resolve } from 'node:path'
import { readRun } from '../../../evaluation/run-file/read-run.ts'
import { measureRecordedAgreement } from '../../../people/agreement/index.ts'
import { CommandError } from '../../ending.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { RunFolder } from '../../settings/run-folder.ts'
import { filesOf } from '../../show-result.ts'
import { type Surroundings, say } from '../../surroundings.ts'
import type { AgreementFlags } from './options.ts'
import { codeOfAgreement, showAgreement } from './show.ts'

/** What says how rows are read or judged: labels of a run are read by what they count, and nothing is judged. */
const forRows = {
  config: '--config',
  judge: '--judge',
  positive: '--positive',
  negative: '--negative',
  between: '--between',
  gradesAgainstScores: '--grades-against-scores',
  verdict: '--verdict',
  field: '--field',
  otherFields: '--other-fields',
  delimiter: '--delimiter',
  file: '--file',
  resume: '--resume',
  retryFailed: '--retry-failed',
  concurrency: '--concurrency',
  timeout: '--timeout',
  budget: '--budget',
} as const satisfies { readonly [Flag in keyof AgreementFlags]?: string }

/**
 * Labels about a run beside the scores that it has.
 *
 * @returns The exit code.
 */
export async function recordedAgreement(
  named: string,
  labels: string,
  flags: AgreementFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { folder, stderr } = surroundings
  const needless = Object.entries(forRows).find(([flag]) => flags[flag as keyof typeof forRows] !== undefined)
  if (needless !== undefined)
    throw new CommandError(
      `${needless[1]} is for rows that are judged, and --run takes the scores that the run has: leave one of them out`,
    )
  const file = await new RunFolder(flags, folder).fileOf(named)
  const { scorer, unit } = flags
  requireReportPlaces(filesOf(flags, folder))
  const run = await readRun(file)
  for (const warning of run.warnings ?? []) say(stderr, `warning: ${warning}`)
  const result = await measureRecordedAgreement({
    run,
    labels: resolve(folder, labels),
    scorerId: scorer,
    unit,
  })
  await showAgreement(result, flags, surroundings)
  return codeOfAgreement(result)
}
