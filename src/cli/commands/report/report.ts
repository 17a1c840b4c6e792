import { setFlagsFromString } from 'node:v8'
import { askedItems } from '../../../evaluation/comparison/common-items.ts'
import { chooseItems } from '../../../evaluation/select-items.ts'
import { answersInFull } from '../../../report/run/whole-answers.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import { checkAndReport } from '../../check-and-report.ts'
import { CommandError } from '../../command-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { FlagsOf } from '../../options/flags-of.ts'
import { type RunBaseline, readBaseline } from '../../plan/baseline.ts'
import { findGateBaseline } from '../../plan/gate-baseline.ts'
import { parseChoice, readOnly } from '../../plan/only-and-limit.ts'
import { type Plan, withPlan } from '../../plan/plan.ts'
import { readPeople } from '../../plan/read-labels.ts'
import { warn } from '../../print.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { remedyFor, scoredBy } from '../../rescore-remedy.ts'
import { showResult } from '../../show-result.ts'
import type { Surroundings } from '../../surroundings.ts'
import type { addReportCommand } from './options.ts'

/**
 * V8 lets a heap grow to a multiple of what is in use, so with a large run most memory would be garbage that waits for
 * collection. At 20 % comparing runs of 50,000 answers takes 282 MB instead of 444, for a tenth more time.
 */
const growSlowly = () => setFlagsFromString('--heap-growing-percent=20')

/** @returns The exit code: without gates 0, or 1 if nothing was scored. */
export function report(
  named: string,
  flags: FlagsOf<typeof addReportCommand> & {
    /** A run to compare with, for display only. */
    readonly compare?: string
    readonly acrossJudges?: true
  },
  around: Surroundings,
): Promise<number> {
  growSlowly()
  return withPlan(flags, around, {}, async (plan) => {
    requireReportPlaces(plan.files, [plan.summary])
    const people = await readPeople(plan)
    const read = async (name: string) => {
      const run = await plan.runs.read(name)
      for (const warning of run.warnings ?? []) warn(plan.stderr, warning)
      return run
    }
    const run = await read(named)
    const runBaseline = await readEarlier(run, plan)
    const { inconclusive, ...limits } = runBaseline.gates
    const isGated = runBaseline.isGate || Object.keys(limits).length > 0
    if (inconclusive !== undefined && !isGated)
      throw new CommandError(
        '--gate inconclusive decides what inconclusive gates do: add a gate, or leave it out',
      )
    if (flags.only !== undefined) {
      if (isGated || flags.report !== undefined)
        throw new CommandError(
          '--only shows answers and no report: leave out --gate, --fail-if-worse and --report',
        )
      return showAnswers(run, flags.only, { ...plan, files: {} })
    }
    if (plan.isByPeople && !isGated)
      throw new CommandError(
        '--by people applies gates to what people would score: add a gate, or leave it out',
      )
    const file = plan.runs.findPlace(run)
    const remedy = remedyFor({ ...runBaseline, run, file, scoredBy: scoredBy(run, plan.config) }, plan.folder)
    return checkAndReport(
      [{ ...runBaseline, run, remedy, people, gates: isGated ? runBaseline.gates : undefined }],
      plan,
    )
  })
}

/**
 * Finds the baseline of a run that has ended. For the 'last' of `report` it is an earlier run of the same evaluation.
 *
 * @throws CommandError for a gate against the run itself, which would always pass.
 */
async function readEarlier(run: EvaluationRun, plan: Plan): Promise<RunBaseline> {
  const found = await readBaseline(plan, (place) =>
    plan.compare === undefined ? findGateBaseline(plan, place, run.header, run) : plan.runs.read(place),
  )
  for (const warning of found.baseline?.warnings ?? []) warn(plan.stderr, warning)
  if (found.isGate && found.baseline?.header.id === run.header.id)
    throw new CommandError('the baseline is the run itself, which cannot be worse: name an earlier run')
  return found
}

function showAnswers(run: EvaluationRun, which: readonly string[], plan: Plan): Promise<number> {
  const { ids = [], only } = readOnly(which)
  if (only === 'changed')
    throw new CommandError('--only changed is for `verdict run`, not for answers of one run')
  const chosen = new Set([
    ...ids,
    ...(only === undefined
      ? []
      : chooseItems(run, askedItems(run), parseChoice(only, run.header.scorers[0]?.id))),
  ])
  // In the order of the choice: the worst first.
  const byItem = Map.groupBy(run.items, ({ itemId }) => itemId)
  const answers = [...chosen].flatMap((id) => byItem.get(id) ?? [])
  const unknown = ids.find((id) => !answers.some(({ itemId }) => itemId === id))
  if (unknown !== undefined) throw new CommandError(`--only id:${unknown}: the run has no such item`)
  if (answers.length === 0) throw new CommandError(`--only ${only}: no answer of the run matches`)
  return showResult(answersInFull, { run, answers }, plan, exitCodes.passed)
}
