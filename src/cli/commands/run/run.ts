import {
  askedItems,
  matchItems,
  requireCommon,
  toAskedItems,
} from '../../../evaluation/comparison/common-items.ts'
import { comparableScorers, withScorers } from '../../../evaluation/comparison/comparable-scorers.ts'
import { requireFields } from '../../../evaluation/comparison/item-groups.ts'
import { checkPassAt } from '../../../evaluation/comparison/summarise-repeats.ts'
import type { EvaluationDataset } from '../../../evaluation/dataset/dataset.ts'
import { findDatasetFormat } from '../../../evaluation/dataset/dataset-formats.ts'
import { evaluateSideBySide } from '../../../evaluation/evaluate-variants.ts'
import { isOfLoss, readGates } from '../../../evaluation/gates/read-gates.ts'
import type { EvaluationName } from '../../../run/folder/list-runs.ts'
import type { EvaluationRun, ScorerRecord } from '../../../run/record.ts'
import { readScorers } from '../../../run/scorer-entry.ts'
import { checkAndReport } from '../../check-and-report.ts'
import { CommandError } from '../../command-error.ts'
import { readRevision } from '../../commit.ts'
import { exitCodes } from '../../exit-codes.ts'
import { type RunBaseline, readBaseline, withDefaultGates } from '../../plan/baseline.ts'
import { findGateBaseline } from '../../plan/gate-baseline.ts'
import { type Plan, withPlan } from '../../plan/plan.ts'
import { type EvaluationSource, type PlannedEvaluation, planEvaluation } from '../../plan/plan-evaluation.ts'
import { readPeople } from '../../plan/read-labels.ts'
import { findItemWorkers } from '../../plan/requirements.ts'
import { last } from '../../plan/run-folder.ts'
import { planForScorers } from '../../plan/used-scorers.ts'
import { say, warn } from '../../print.ts'
import { requireReportPlaces } from '../../report-files.ts'
import { remedyFor } from '../../rescore-remedy.ts'
import { sayHowToGoOn } from '../../resume-hint.ts'
import { limitHeapGrowth } from '../../small-memory.ts'
import type { Surroundings } from '../../surroundings.ts'
import { showProgress } from '../../terminal/progress.ts'
import { makeParentFolder } from '../../write-file.ts'
import type { RunFlags } from './options.ts'

export function run(argument: string | undefined, flags: RunFlags, around: Surroundings): Promise<number> {
  const evaluated = evaluatedBy(argument, flags)
  const { config: named, isRecorded } = evaluated
  if (flags.compare !== undefined && flags.failIfWorse !== undefined)
    throw new CommandError('--compare and --fail-if-worse both name a baseline: give one of them')
  if (flags.judge !== undefined && !isRecorded)
    throw new CommandError(
      '--judge is for recorded answers: the scorers of a configuration have their own judges',
    )
  const asked = { named, isNeeded: !isRecorded, isRun: !isRecorded, isAnswering: !isRecorded }
  return withPlan(flags, around, asked, (plan) =>
    evaluatePlan(
      { ...flags, config: flags.config ?? named },
      isRecorded ? { ...plan, ...ownOfDataset(flags, plan) } : plan,
      evaluated,
    ),
  )
}

/** Drops what the configuration says of its own dataset and scorers. */
const ownOfDataset = (flags: RunFlags, { by, labels }: Plan) => ({
  by: flags.by === undefined ? [] : by,
  labels: flags.labels === undefined ? [] : labels,
  passAt: undefined,
})

/** Treats an argument as a dataset if it has such an extension, otherwise as a configuration. */
function evaluatedBy(argument: string | undefined, { config }: Pick<RunFlags, 'config'>): EvaluationSource {
  const isDataset = argument !== undefined && findDatasetFormat(argument) !== undefined
  return isDataset
    ? { dataset: argument, isRecorded: config === undefined }
    : { config: argument, isRecorded: false }
}

async function evaluatePlan(flags: RunFlags, whole: Plan, evaluated: EvaluationSource): Promise<number> {
  const { options, data, targets, source, stopsWhenDecided, hasWorkers, scoredBy, ...planned } =
    await planEvaluation(flags, whole, evaluated)
  const scorers = readScorers(options.scorers).map(({ record }) => record)
  const plan = planForScorers(whole, flags, scorers)
  // Report every mistake in the command before paying for the first call.
  for (const fields of plan.by) requireFields(data.items, fields)
  const people = await readPeople(plan)
  checkPassAt(plan.passAt ?? {}, scorers)
  const named = targets.map(({ variant }) => ({ name: planned.name, variant, dataset: data }))
  const stopped = plan.isLastResumed ? await plan.runs.unfinished(named) : []
  const plans = await Promise.all(
    targets.map(async ({ variant, entry }, index) => {
      const file = stopped[index] ?? planned.file
      const { baseline: earlier, ...set } = await planRun(
        { ...planned, file, variant, dataset: data },
        flags,
        plan,
      )
      // Nobody asked whether the scorers that were not chosen are worse.
      const baseline = flags.scorer === undefined ? earlier : earlier && withScorers(earlier, scorers)
      const one = { ...set, ...(baseline && { baseline }) }
      readGates(one.gates, scorers, one.isGate)
      if (one.baseline !== undefined) checkComparable(one.baseline, data, scorers)
      return { ...one, variant, entry }
    }),
  )
  const written = [options.cache, ...plans.map(({ file }) => file)]
  requireReportPlaces(plan.files, [...written, plan.summary])
  const stopWhenDecided = stopsWhenDecided ? decidedAgainst(plans, plan) : undefined
  for (const file of written) if (typeof file === 'string') await makeParentFolder(file)
  const revision = await readRevision(plan.config.folder, plan.environment)
  const progress = showProgress(plan)
  const work = plans.map(({ variant, entry, file, ...set }) => {
    return { variant, entry, file, head: { gates: listGates(set) }, onProgress: progress.onProgress() }
  })
  // Loading leaves 45 MB of garbage, which would add to the encoder's weights, and each answer leaves some: 50,000 of
  // them would take half as much memory again.
  if (plan.isOwnProcess) limitHeapGrowth(25)
  const runs = await evaluateSideBySide(work, {
    ...options,
    data,
    ...revision,
    signal: plan.signal,
    stopWhenDecided,
    workers: hasWorkers ? await findItemWorkers(plan) : undefined,
  }).finally(progress.stop)
  const concluded = plans.flatMap((one, index) => {
    const run = runs[index]
    if (run === undefined) return []
    return [{ ...one, run, people, remedy: remedyFor({ ...one, run, scoredBy }, plan.folder) }]
  })
  const isCancelled = runs.some(({ end }) => end?.status === 'cancelled')
  // Whoever stops a watch asks for no result.
  const isWatched = plan.environment.WATCH_REPORT_DEPENDENCIES !== undefined
  if (isCancelled && isWatched) say(plan.stderr, 'Stopped.')
  const code =
    isCancelled && isWatched ? exitCodes.interrupted : await checkAndReport(concluded, plan, source)
  const unfinished = concluded.find(({ run: { end } }) => end?.status !== 'complete')
  // One file cannot be named for the runs of several targets.
  const place = concluded.length > 1 && unfinished?.file !== undefined ? 'last' : unfinished?.file
  if (unfinished !== undefined) sayHowToGoOn('run', unfinished.run.end?.status, place, plan)
  return isCancelled ? exitCodes.interrupted : code
}

/** Lists the options that set gates. Without them, a resumed run would pass, and might be the next baseline. */
const listGates = ({ isGate, gates }: Pick<RunBaseline, 'isGate' | 'gates'>) => [
  ...(isGate ? ['--fail-if-worse'] : []),
  ...Object.keys(gates).flatMap((what) =>
    what === 'failed' || what === 'inconclusive' ? [] : [`--gate ${what}`],
  ),
]

/** @throws CommandError if there is no run to decide against, or more than one. */
function decidedAgainst(
  plans: readonly { readonly baseline?: EvaluationRun }[],
  { gates, isByPeople }: Plan,
) {
  const [{ baseline } = {}, another] = plans
  if (another !== undefined)
    throw new CommandError('--stop-when-decided is for one target: name it with --target')
  if (baseline === undefined)
    throw new CommandError(
      '--stop-when-decided needs an earlier run to decide against: add --compare or --fail-if-worse',
    )
  if (isByPeople)
    throw new CommandError(
      '--stop-when-decided uses the judge, but the gates use people: leave out one of them',
    )
  // The run would stop at a loss before the gate can tell if it exceeds the limit, and have no items left.
  if (Object.entries(gates).some(([what, loss]) => isOfLoss(what) && loss !== 0))
    throw new CommandError(
      '--stop-when-decided stops once a score is significantly worse, but --gate loss asks whether it is worse by more: leave out one of them',
    )
  return { baseline }
}

async function planRun(
  { file, isChosenByScore, ...named }: Pick<PlannedEvaluation, 'file' | 'isChosenByScore'> & EvaluationName,
  flags: RunFlags,
  plan: Plan,
) {
  const { runs, stderr } = plan
  // Otherwise a configuration that says 'last' could have no first run. In a command it is an error.
  const isAsked = flags.failIfWorse !== undefined || Object.keys(flags.gate ?? {}).some(isOfLoss)
  const isFirst = plan.failIfWorse === last && !isAsked && (await runs.last(named)) === undefined
  if (isFirst)
    warn(
      stderr,
      'failIfWorse has no earlier run to compare with: this run is the first, and only later ones are compared',
    )
  const runBaseline = await readBaseline(
    isChosenByScore || isFirst ? withoutLosses(plan) : plan,
    async (path, isNeeded) => {
      if (isNeeded) return findGateBaseline(plan, path, named)
      const found = await runs.baseline(path, named)
      if (found === undefined) say(stderr, 'There is no earlier run to compare with yet.')
      return found
    },
  )
  return { ...withDefaultGates(runBaseline), file: file ?? (await runs.newFile(named)) }
}

/** Drops the baseline and loss gates, whatever the configuration: items chosen for low scores have no baseline. */
const withoutLosses = ({ gates, ...plan }: Plan) => ({
  ...plan,
  failIfWorse: undefined,
  gates: Object.fromEntries(Object.entries(gates).filter(([what]) => !isOfLoss(what))),
})

/** @throws RunsNotComparableError if a run over this data could not be compared, before anything is paid for. */
function checkComparable(
  baseline: EvaluationRun,
  { items }: EvaluationDataset,
  scorers: readonly ScorerRecord[],
): void {
  comparableScorers(baseline.header.scorers, scorers)
  requireCommon(matchItems(askedItems(baseline), toAskedItems(items)).counts)
}
