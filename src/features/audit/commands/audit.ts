import { CommandError } from '../../../cli/command-error.ts'
import { codeOfWork, exitCodes } from '../../../cli/exit-codes.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { pickFile, withPlan } from '../../../cli/plan/plan.ts'
import { scorerFor } from '../../../cli/plan/scorers.ts'
import { requireReportPlaces } from '../../../cli/report-files.ts'
import { sayHowToGoOn } from '../../../cli/resume-hint.ts'
import { showResult } from '../../../cli/show-result.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { showProgress } from '../../../cli/terminal/progress.ts'
import { makeParentFolder } from '../../../cli/write-file.ts'
import { readRun } from '../../../run/file/read-run.ts'
import { readLabelLines } from '../../labels/file/read-label-lines.ts'
import { filesOfAudit } from '../audit-files.ts'
import type { addAuditCommand } from '../command-options.ts'
import { audit } from '../index.ts'
import { auditReport } from '../report/reports.ts'

/** @returns The exit code: 3 if the work stopped early. Findings do not fail the command. */
export function auditCommand(
  named: string,
  flags: FlagsOf<typeof addAuditCommand>,
  around: Surroundings,
): Promise<number> {
  return withPlan(flags, around, {}, async (plan) => {
    const { config, files, signal } = plan
    const scorer = await scorerFor(plan, flags)
    const source = await plan.runs.findFile(named)
    const file = pickFile(plan)
    const { sample, seed, probe: probes } = flags
    const own = file === undefined ? [] : filesOfAudit(file)
    requireReportPlaces(files, own)
    if (own.some((one) => [source, ...plan.labels].includes(one)))
      throw new CommandError('--file: this is a file that the audit reads: name another')
    const run = await readRun(source)
    const labels = await readLabelLines(plan.labels, plan)
    if (file !== undefined) await makeParentFolder(file)
    const progress = showProgress(plan)
    const result = await audit({
      run,
      scorer,
      labels,
      prices: config.prices,
      signal,
      file,
      sample,
      seed,
      probes,
      ...plan.work,
      onProgress: progress.onProgress,
    }).finally(progress.stop)
    const hasFound =
      result.people !== undefined || result.probes.some((one) => one.result !== 'not looked at')
    const ends = codeOfWork(result.end, hasFound)
    const isTooFew = ends === exitCodes.failed && result.probes.some(({ answers }) => answers > 0)
    const code = await showResult(auditReport, result, plan, isTooFew ? exitCodes.cannotTell : ends)
    sayHowToGoOn('audit', result.end.status, file, plan)
    return code
  })
}
