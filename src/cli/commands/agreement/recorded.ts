import { resolve } from 'node:path'
import { measureRecordedAgreement } from '../../../people/agreement/index.ts'
import { withPlan } from '../../plan/plan.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { type Surroundings, say } from '../../surroundings.ts'
import type { RecordedFlags } from './options.ts'
import { codeOfAgreement, showAgreement } from './show.ts'

/**
 * Labels about a run beside the scores that it has.
 *
 * @returns The exit code.
 */
export function recordedAgreement(
  labels: string,
  named: string,
  flags: RecordedFlags,
  around: Surroundings,
): Promise<number> {
  return withPlan(flags, around, {}, async (plan) => {
    requireReportPlaces(plan.files)
    const run = await plan.runs.read(named)
    for (const warning of run.warnings ?? []) say(plan.stderr, `warning: ${warning}`)
    const { scorer: scorerId, unit } = flags
    const file = resolve(plan.folder, labels)
    const result = await measureRecordedAgreement({ run, labels: file, scorerId, unit })
    await showAgreement(result, plan)
    return codeOfAgreement(result)
  })
}
