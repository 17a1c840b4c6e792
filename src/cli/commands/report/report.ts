import { setFlagsFromString } from 'node:v8'
import { conclude } from '../../conclude.ts'
import { CommandError } from '../../ending.ts'
import type { ReportFlags } from '../../options/of-runs.ts'
import { readBaseline } from '../../plan/baseline.ts'
import { readPeople } from '../../plan/people.ts'
import { withPlan } from '../../plan/plan.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { remedyFor } from '../../rescore-to-tell.ts'
import { type Surroundings, warn } from '../../surroundings.ts'

/**
 * V8 lets a heap grow to a multiple of what is in use, so with a large run most memory would be garbage that waits for
 * collection. At 30 % a page of 300,000 answers takes 644 MB of memory instead of 988, and no more time.
 */
const growSlowly = () => setFlagsFromString('--heap-growing-percent=30')

/** @returns The exit code: 0 without gates, since nothing could fail. */
export function report(named: string, flags: ReportFlags, around: Surroundings): Promise<number> {
  growSlowly()
  return withPlan(flags, around, {}, async (plan) => {
    requireReportPlaces(plan.files, [plan.summary])
    const people = await readPeople(plan)
    const read = async (name: string) => {
      const run = await plan.runs.read(name)
      for (const warning of run.warnings ?? []) warn(plan.stderr, warning)
      return run
    }
    const runBaseline = await readBaseline(plan, read)
    const { inconclusive, ...limits } = runBaseline.gates
    const isGated = runBaseline.isGate || Object.keys(limits).length > 0
    if (inconclusive !== undefined && !isGated)
      throw new CommandError(
        '--gate inconclusive decides what inconclusive gates do: add a gate, or leave it out',
      )
    const run = await read(named)
    if (plan.isByPeople && !isGated)
      throw new CommandError(
        '--by people applies gates to what people would score: add a gate, or leave it out',
      )
    const remedy = remedyFor(
      { baselineFile: runBaseline.baselineFile, file: plan.runs.findPlace(run) },
      plan.folder,
    )
    return conclude(
      [{ ...runBaseline, run, remedy, people, gates: isGated ? runBaseline.gates : undefined }],
      plan,
    )
  })
}
