import { resolve } from 'node:path'
import { measureAgreement, readLabelledRows } from '../../../people/agreement/index.ts'
import { sayHowToGoOn } from '../../ending.ts'
import { fileOf, withPlan } from '../../plan/plan.ts'
import { scorerFor } from '../../plan/scorers.ts'
import { requireReportPlaces } from '../../report-files.ts'
import type { Surroundings } from '../../surroundings.ts'
import { showProgress } from '../../terminal/progress.ts'
import { makeFolderOf } from '../../write-file.ts'
import type { AgreementFlags } from './options.ts'
import { rowsOf } from './rows.ts'
import { codeOfAgreement, showAgreement } from './show.ts'

/** @returns The exit code: 3 where the work stopped before its end. */
export function agreementCommand(
  labels: string,
  flags: AgreementFlags,
  around: Surroundings,
): Promise<number> {
  return withPlan(flags, around, {}, async (plan) => {
    const scorer = await scorerFor(plan, flags)
    const file = fileOf(plan)
    const rows = rowsOf(flags)
    requireReportPlaces(plan.files, [file])
    const data = await readLabelledRows(resolve(plan.folder, labels), rows.file)
    if (file !== undefined) await makeFolderOf(file)
    const progress = showProgress(plan)
    const result = await measureAgreement({
      ...{ scorer, data, file, prices: plan.config.prices, signal: plan.signal },
      ...{ ...plan.work, ...rows.labels },
      onProgress: progress.onProgress(),
    }).finally(progress.stop)
    await showAgreement(result, plan)
    sayHowToGoOn(result.end.status, file, plan)
    return codeOfAgreement(result)
  })
}
