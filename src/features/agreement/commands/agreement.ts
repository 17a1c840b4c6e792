import { resolve } from 'node:path'
import { codeOfWork } from '../../../cli/exit-codes.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { pickFile, withPlan } from '../../../cli/plan/plan.ts'
import { scorerFor } from '../../../cli/plan/scorers.ts'
import { warn } from '../../../cli/print.ts'
import { requireReportPlaces } from '../../../cli/report-files.ts'
import { sayHowToGoOn } from '../../../cli/resume-hint.ts'
import { showResult } from '../../../cli/show-result.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { showProgress } from '../../../cli/terminal/progress.ts'
import { makeParentFolder } from '../../../cli/write-file.ts'
import type { addAgreementCommand, addRecordedCommand } from '../command-options.ts'
import { measureAgreement, measureRecordedAgreement, readLabelledRows } from '../index.ts'
import { agreementReport } from '../report/reports.ts'
import type { AgreementResult } from '../result.ts'
import { toRowOptions } from './row-flags.ts'

/** @returns The exit code: 3 if the work stopped early. */
export function agreementCommand(
  labels: string,
  flags: FlagsOf<typeof addAgreementCommand>,
  around: Surroundings,
): Promise<number> {
  return withPlan(flags, around, {}, async (plan) => {
    const scorer = await scorerFor(plan, flags)
    const file = pickFile(plan)
    const rows = toRowOptions(flags)
    requireReportPlaces(plan.files, [file])
    const data = await readLabelledRows(resolve(plan.folder, labels), rows.file)
    if (file !== undefined) await makeParentFolder(file)
    const progress = showProgress(plan)
    const result = await measureAgreement({
      scorer,
      data,
      file,
      prices: plan.config.prices,
      signal: plan.signal,
      ...plan.work,
      ...rows.labels,
      onProgress: progress.onProgress(),
    }).finally(progress.stop)
    const code = await showResult(agreementReport, result, plan, toExitCode(result))
    sayHowToGoOn('agreement', result.end.status, file, plan)
    return code
  })
}

/** Compares labels of a run with the scores that it already has. */
export function recordedAgreement(
  labels: string,
  named: string,
  flags: FlagsOf<typeof addRecordedCommand>,
  around: Surroundings,
): Promise<number> {
  return withPlan(flags, around, {}, async (plan) => {
    requireReportPlaces(plan.files)
    const run = await plan.runs.read(named)
    for (const warning of run.warnings ?? []) warn(plan.stderr, warning)
    const { scorer: scorerId, unit } = flags
    const file = resolve(plan.folder, labels)
    const result = await measureRecordedAgreement({ run, labels: file, scorerId, unit })
    return showResult(agreementReport, result, plan, toExitCode(result))
  })
}

const toExitCode = ({ end, counts: { scored, failed } }: AgreementResult) =>
  codeOfWork(end, scored > 0 && failed === 0)
