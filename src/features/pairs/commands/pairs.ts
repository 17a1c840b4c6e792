import { basename, relative } from 'node:path'
import { CommandError } from '../../../cli/command-error.ts'
import { readRevision } from '../../../cli/commit.ts'
import { codeOfGates, exitCodes } from '../../../cli/exit-codes.ts'
import { type KeptOutcome, keepOutcome, ofGates } from '../../../cli/keep-outcome.ts'
import type { FlagsOf } from '../../../cli/options/flags-of.ts'
import { type Plan, withPlan } from '../../../cli/plan/plan.ts'
import { findItemWorkers } from '../../../cli/plan/requirements.ts'
import { say } from '../../../cli/print.ts'
import { requireReportPlaces } from '../../../cli/report-files.ts'
import { sayHowToGoOn } from '../../../cli/resume-hint.ts'
import { showResult } from '../../../cli/show-result.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { showProgress } from '../../../cli/terminal/progress.ts'
import { makeParentFolder } from '../../../cli/write-file.ts'
import { checkGates } from '../../../evaluation/gates/check-gates.ts'
import type { GateOutcome, Gates } from '../../../evaluation/gates/gate.ts'
import { runOutcome } from '../../../evaluation/gates/run-outcome.ts'
import { formatQuantity } from '../../../report/format-numbers.ts'
import { gateTitle } from '../../../report/run/gate-list.ts'
import type { EvaluationRun, RunEnd } from '../../../run/record.ts'
import { everyPair } from '../../../statistics/standings.ts'
import { preferencesByPeople } from '../../labels/estimates/preferences-by-people.ts'
import type { LabelsLine } from '../../labels/file/label-record.ts'
import { readLabelLines } from '../../labels/file/read-label-lines.ts'
import type { addPairsCommand } from '../command-options.ts'
import { comparePairs, type PreferenceComparison } from '../compare-pairs.ts'
import { countPairs, nameOfPairs, pairAnswers } from '../judge-pairs.ts'
import { checkPreference, checkPreferenceByPeople } from '../preference-gate.ts'
import { pairsReport } from '../report/reports.ts'

/** @returns The exit code: 3 if the work stopped early, 1 if nothing was scored or a gate failed. */
export function pairs(
  baseline: string,
  run: string,
  more: readonly string[],
  flags: FlagsOf<typeof addPairsCommand>,
  around: Surroundings,
): Promise<number> {
  const named = [baseline, run, ...more]
  const { judge: model, stopWhenDecided, workers, failIfWorse, ...shared } = flags
  checkFlags(flags)
  return withPlan(shared, around, {}, async (plan) => {
    const { config, signal, cache, files, stderr } = plan
    const runs = await Promise.all(named.map((name) => plan.runs.read(name)))
    const held = everyPair(runs)
    const places = await findPlaces(held, plan)
    requireReportPlaces(files, [...places.values(), cache, ...runs.map((run) => plan.runs.findPlace(run))])
    say(stderr, estimateText(held, stopWhenDecided !== undefined))
    for (const path of [...places.values(), cache]) if (typeof path === 'string') await makeParentFolder(path)
    const progress = showProgress(plan)
    const { resume = false, ...work } = plan.work
    const comparisons = await comparePairs(runs, {
      ...work,
      resume,
      model,
      stopWhenDecided,
      workers: workers ? await findItemWorkers(plan) : undefined,
      signal,
      prices: config.prices,
      cache,
      ...(await readRevision(config.folder, plan.environment)),
      file: (baseline, candidate) => places.get(toKey(baseline, candidate)),
      // One listener shows one run.
      onProgress: progressOfEach(progress),
    }).finally(progress.stop)
    const names = Object.fromEntries(
      runs.map(({ header: { id } }, index) => [id, basename(named[index] ?? id, '.jsonl')]),
    )
    const lines = await readLabelLines(plan.labels, plan)
    const people = lines && readPreferences(comparisons, lines)
    const checked = checkPairGates(comparisons, failIfWorse ? runs[0] : undefined, plan.gates, names, people)
    const gates = [...checked.values()].flat()
    const outcome = runOutcome(gates, plan.gates.inconclusive)
    for (const [{ baseline, candidate, run }, ofThese] of checked) {
      const place = places.get(JSON.stringify([baseline, candidate]))
      if (place !== undefined && ofThese.length > 0)
        await keepOutcome(place, run, outcomeToKeep(ofThese, plan.gates.inconclusive), plan)
    }
    const ends = comparisons.some(({ run: { end } }) => end?.status === 'cancelled')
      ? exitCodes.interrupted
      : codeOfGates(outcome.ends)
    const code = await showResult(
      pairsReport,
      { material: { comparisons, names, people }, gates, inconclusive: plan.gates.inconclusive },
      plan,
      ends,
    )
    const unfinished = comparisons.find(({ run: { end } }) => !isOver(end?.status))
    const place = unfinished && places.get(JSON.stringify([unfinished.baseline, unfinished.candidate]))
    if (unfinished !== undefined) sayHowToGoOn('pairs', unfinished.run.end?.status, place, plan)
    else if (!plan.json && places.size > 0)
      say(stderr, `Saved: ${[...places.values()].map((file) => relative(plan.folder, file)).join(', ')}`)
    return code
  })
}

/** @throws CommandError for flags that mean nothing for pairs. */
function checkFlags({ judge, gate = {} }: FlagsOf<typeof addPairsCommand>): void {
  if (judge === 'embedded')
    throw new CommandError(
      '--judge: the embedded judge cannot say which answer people prefer: name a model, such as openai/gpt-5-mini',
    )
  const other = Object.keys(gate).find((what) => !ofPairs.includes(what))
  if (other !== undefined)
    throw new CommandError(
      `--gate ${other}: pairs have no scores of their own; gates on them are ${ofPairs.join(', ')}, and --fail-if-worse`,
    )
}

/** Says what the judge will be asked at most. */
function estimateText(held: readonly (readonly [EvaluationRun, EvaluationRun])[], mayStop: boolean): string {
  const counts = held.map(([baseline, candidate]) => countPairs(pairAnswers(baseline, candidate)))
  const sum = (of: 'pairs' | 'calls') => counts.reduce((total, one) => total + one[of], 0)
  const pairs = formatQuantity(sum('pairs'), 'pair')
  const times = formatQuantity(sum('calls'), 'time')
  return `The judge will be called at most ${times} for ${pairs}: ${mayStop ? 'it stops once decided, and is' : 'it is'} not asked about equal answers, or again where a verdict is kept.`
}

const isOver = (status: RunEnd['status'] | undefined) => status === 'complete' || status === 'decided'

/** Returns people's preferences for each run of pairs that the labels cover. */
const readPreferences = (comparisons: readonly PreferenceComparison[], lines: readonly LabelsLine[]) =>
  Object.fromEntries(
    comparisons.flatMap(({ run }) => {
      const found = preferencesByPeople(run, lines, { seed: 1, level: 0.95, resamples: 2000 })
      return found === undefined ? [] : [[run.header.id, found]]
    }),
  )

const toKey = (baseline: EvaluationRun, candidate: EvaluationRun) =>
  JSON.stringify([baseline.header.id, candidate.header.id])

function progressOfEach(progress: ReturnType<typeof showProgress>) {
  let listener = progress.onProgress()
  return (event: Parameters<typeof listener>[0]) => {
    if (event.kind === 'started') listener = progress.onProgress()
    listener(event)
  }
}

/** Returns a file for each two runs: the named one, or when resuming the newest with these pairs, or else a new one. */
async function findPlaces(
  pairs: readonly (readonly [EvaluationRun, EvaluationRun])[],
  { folder, file, runs, isLastResumed }: Plan,
): Promise<Map<string, string>> {
  if (file !== undefined && pairs.length > 1)
    throw new CommandError('one file cannot hold the pairs of more than two runs: leave out the file')
  const kept = isLastResumed ? await runs.kept() : []
  const places = new Map<string, string>()
  let isFound = false
  for (const [baseline, candidate] of pairs) {
    const found = kept.find(
      ({ header: { pairs } }) =>
        pairs?.baseline === baseline.header.id && pairs.candidate === candidate.header.id,
    )
    const place = file ?? found?.file ?? (await runs.newFile({ name: nameOfPairs(baseline, candidate) }))
    if (place !== undefined) places.set(toKey(baseline, candidate), place)
    if (found !== undefined) isFound = true
  }
  if (isLastResumed && !isFound)
    throw new CommandError(
      `--resume last: no file in ${relative(folder, runs.path)} has these pairs: name the file, or leave out --resume`,
    )
  return places
}

const ofPairs: readonly string[] = ['failed', 'not-scorable', 'scored', 'inconclusive']

/**
 * Checks the gates of each comparison. Whatever they are, missing pairs are never ignored.
 *
 * @param first The run that no other may be worse than.
 * @param people People's preferences, by the id of the run of pairs; where labels allow an interval, they decide.
 */
function checkPairGates(
  comparisons: readonly PreferenceComparison[],
  first: EvaluationRun | undefined,
  gates: Gates,
  names: Readonly<Record<string, string>>,
  people: ReturnType<typeof readPreferences> = {},
) {
  return new Map(
    comparisons.map((comparison) => {
      const { run, baseline, candidate } = comparison
      const name = names[candidate] ?? candidate
      const labelled = people[run.header.id]
      const all = [
        ...checkGates(run, first === undefined ? gates : { failed: 0, ...gates }),
        ...(baseline === first?.header.id
          ? [
              (labelled && checkPreferenceByPeople(labelled.winRate, name)) ??
                checkPreference(comparison, name),
            ]
          : []),
      ]
      return [comparison, all] as const
    }),
  )
}

function outcomeToKeep(gates: readonly GateOutcome[], inconclusive: Gates['inconclusive']): KeptOutcome {
  const { ends, result } = runOutcome(gates, inconclusive)
  const causes = gates
    .filter((one) => one.result === result)
    .map((one) => ({ gate: one.gate, title: gateTitle(one) }))
  return { ...ofGates(gates, ends), causes: ends === 'passed' ? undefined : causes }
}
