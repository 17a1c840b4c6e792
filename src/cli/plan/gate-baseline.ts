import { basename } from 'node:path'
import { RunsNotComparableError } from '../../evaluation/comparison/collect-scores.ts'
import { compareRuns } from '../../evaluation/comparison/compare-runs.ts'
import { readOutcome } from '../../run/file/append-outcome.ts'
import { withoutFailedRuns } from '../../run/folder/last-run.ts'
import type { EvaluationName, KeptRun } from '../../run/folder/list-runs.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { CommandError } from '../command-error.ts'
import { say } from '../print.ts'
import type { Plan } from './plan.ts'
import { describeName, last } from './run-folder.ts'

const howToName = '`verdict runs <run> --as main` names a run to compare with'

/** Runs that nobody compared are compared one after the other, but not hundreds of them. */
const mostCompared = 10

/**
 * Finds the baseline of a gate: for 'last' the newest run that passed its gates and is not worse than those before it,
 * saying so if newer ones are passed over.
 *
 * @param before The run to compare, if it is kept already: only earlier ones count.
 * @throws CommandError if there is none: the gate would pass without a comparison.
 */
export async function findGateBaseline(
  { runs, stderr }: Pick<Plan, 'runs' | 'stderr'>,
  named: string,
  name: EvaluationName,
  before?: EvaluationRun,
): Promise<EvaluationRun> {
  if (named !== last) return runs.read(named)
  const all = await runs.kept()
  const kept =
    before === undefined ? all : all.filter(({ header }) => header.startedAt < before.header.startedAt)
  const newest = await runs.newest(kept, name)
  if (newest === undefined)
    throw runs.lacksRun(
      name,
      before === undefined ? 'to use as the baseline yet' : 'before it to use as the baseline',
    )
  const candidates = await withoutFailedRuns(kept, name)
  const passed = await newestWithoutLoss(runs, candidates, name)
  if (passed === undefined)
    throw new CommandError(
      `no run of ${describeName(name)} ${runs.where} passed its gates, so '${last}' has nothing to compare with: ${howToName}`,
    )
  const baseline = `The baseline is ${basename(passed.file)},`
  if (passed.file !== newest.file)
    say(stderr, `${baseline} since newer ones did not pass, or are worse; ${howToName}.`)
  else if (passed.run.outcome === undefined)
    say(stderr, `${baseline} the newest run; it does not record whether it passed its gates.`)
  else if (!passed.run.outcome.isCompared && candidates.length > 1)
    say(stderr, `${baseline} the newest run, which was not compared with earlier ones; ${howToName}.`)
  return passed.run
}

/**
 * Finds the newest run that was compared with an earlier one, or, without its having been compared, is not worse than the
 * one that would be the baseline otherwise.
 */
async function newestWithoutLoss(runs: Plan['runs'], candidates: readonly KeptRun[], name: EvaluationName) {
  const newestFirst: KeptRun[] = []
  for (const candidate of candidates) {
    newestFirst.push(candidate)
    const outcome = await readOutcome(candidate.file)
    if (outcome?.isCompared || newestFirst.length === mostCompared) break
  }
  let baseline: Awaited<ReturnType<typeof runs.newest>>
  // One after the other, since all of them may not fit into memory.
  for (const candidate of newestFirst.reverse()) {
    const next = await runs.newest([candidate], name)
    if (next !== undefined && (baseline === undefined || !isWorse(baseline.run, next.run))) baseline = next
  }
  return baseline ?? runs.newest(candidates, name)
}

function isWorse(before: EvaluationRun, after: EvaluationRun): boolean {
  try {
    return compareRuns(before, after).some(({ verdict }) => verdict === 'worse')
  } catch (error) {
    // Other questions, of which nobody can say whether they were answered worse.
    if (error instanceof RunsNotComparableError) return false
    throw error
  }
}
