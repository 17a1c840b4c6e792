import { requireFields } from '../../../evaluation/comparison/item-groups.ts'
import { checkPassAt } from '../../../evaluation/comparison/summarise-repeats.ts'
import { readGates } from '../../../evaluation/gates/read-gates.ts'
import { rescore } from '../../../evaluation/rescore.ts'
import { readScorers } from '../../../run/scorer-entry.ts'
import { checkAndReport } from '../../check-and-report.ts'
import { readRevision } from '../../commit.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { FlagsOf } from '../../options/flags-of.ts'
import { readBaseline, withDefaultGates } from '../../plan/baseline.ts'
import { pickFile, withPlan } from '../../plan/plan.ts'
import { readPeople } from '../../plan/read-labels.ts'
import { scorersFor } from '../../plan/scorers.ts'
import { planForScorers } from '../../plan/used-scorers.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { remedyFor } from '../../rescore-remedy.ts'
import { sayHowToGoOn } from '../../resume-hint.ts'
import type { Surroundings } from '../../surroundings.ts'
import { showProgress } from '../../terminal/progress.ts'
import { makeParentFolder } from '../../write-file.ts'
import type { addRescoreCommand } from './options.ts'

export function rescoreCommand(
  named: string,
  flags: FlagsOf<typeof addRescoreCommand>,
  around: Surroundings,
): Promise<number> {
  return withPlan(flags, around, { isRun: true }, async (whole) => {
    const scorers = await scorersFor(whole, flags, flags.scorer)
    const records = readScorers(scorers).map(({ record }) => record)
    const plan = planForScorers(whole, flags, records)
    const { config, runs, cache, folder, signal } = plan
    const before = await runs.read(named)
    if (plan.isByGiven) for (const fields of plan.by) requireFields(before.items, fields)
    const { gates, ...runBaseline } = withDefaultGates(await readBaseline(plan, (path) => runs.read(path)))
    readGates(gates, records, runBaseline.isGate)
    checkPassAt(plan.passAt ?? {}, records)
    const people = await readPeople(plan)
    const { name, variant } = before.header
    const file = pickFile(plan) ?? (await runs.newFile({ name: `${flags.name ?? name}-rescored`, variant }))
    requireReportPlaces(plan.files, [file, cache, plan.summary])
    for (const path of [file, cache]) if (typeof path === 'string') await makeParentFolder(path)
    const progress = showProgress(plan)
    const run = await rescore(before, {
      ...plan.work,
      scorers,
      signal,
      file,
      cache,
      ...(await readRevision(config.folder, plan.environment)),
      prices: config.prices,
      name: flags.name ?? name,
      judgings: flags.judgings ?? config.judgings,
      onProgress: progress.onProgress(),
    }).finally(progress.stop)
    const remedy = remedyFor({ ...runBaseline, run, file, scoredBy: flags }, folder)
    const code = await checkAndReport([{ ...runBaseline, gates, run, file, people, remedy }], plan)
    sayHowToGoOn('rescore', run.end?.status, file, plan)
    return run.end?.status === 'cancelled' ? exitCodes.interrupted : code
  })
}
