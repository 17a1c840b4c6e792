import { basename } from 'node:path'
import { withoutFailedRuns } from '../../run/folder/last-run.ts'
import type { EvaluationName } from '../../run/folder/list-runs.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { CommandError } from '../command-error.ts'
import { say } from '../print.ts'
import type { Plan } from './plan.ts'
import { describeName, last } from './run-folder.ts'

const howToName = '`verdict runs <run> --as main` names a run to compare with'

/**
 * Finds the baseline of a gate: for 'last' the newest run that passed its gates, saying which newer ones did not.
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
  const passed = await runs.newest(candidates, name)
  if (passed === undefined)
    throw new CommandError(
      `no run of ${describeName(name)} ${runs.where} passed its gates, so '${last}' has nothing to compare with: ${howToName}`,
    )
  const baseline = `The baseline is ${basename(passed.file)},`
  if (passed.file !== newest.file)
    say(stderr, `${baseline} since newer ones did not pass, or followed a loss; ${howToName}.`)
  else if (passed.run.outcome === undefined)
    say(stderr, `${baseline} the newest run; it does not record whether it passed its gates.`)
  else if (!passed.run.outcome.isCompared && candidates.length > 1)
    say(stderr, `${baseline} the newest run, which was not compared with earlier ones; ${howToName}.`)
  return passed.run
}
