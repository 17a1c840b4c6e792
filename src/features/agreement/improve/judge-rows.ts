import { evaluate } from '../../../evaluation/evaluate.ts'
import { withOtherJudge } from '../../../evaluation/scoring/replace-judge.ts'
import { memoryCache } from '../../../judge/composed/cached/cache-store.ts'
import { changedJudge } from '../../../judge/composed/improved/improved-judge.ts'
import type { JudgeChange } from '../../../judge/composed/improved/improvement.ts'
import { failureCauses } from '../../../report/run/unscored.ts'
import { addCosts, totalCost } from '../../../run/cost/cost.ts'
import { budgetLeft } from '../../../run/cost/prices.ts'
import type { Cost, EvaluationRun } from '../../../run/record.ts'
import { readOptions } from '../../../shared/read-options.ts'
import { listJudgeIds } from '../build-agreement.ts'
import { asSet } from './candidates.ts'
import type { ImproveMaterial, Values } from './gather-material.ts'
import { type ImproveOptions, improveSchema, improveWork } from './options.ts'
import { dataOfSheets, type PlannedImprovement } from './plan-candidates.ts'
import type { ImprovementResult } from './result.ts'
import { valuesOfRows } from './sheets.ts'
import type { LabelledPlace } from './split-rows.ts'

/** Judges rows part by part until the work stops; earlier requests are not paid for again. */
export function makeWorker(
  { makeSheets, scorer }: PlannedImprovement,
  { used }: ImproveMaterial,
  options: ImproveOptions,
  name: string,
) {
  const read = readOptions('improveJudge', improveSchema, options)
  const { budget, cache = memoryCache(), ...work } = improveWork.parse(read)
  const runs: EvaluationRun[] = []
  const others: Cost[] = []
  const cost = () => addCosts([...runs.map((run) => totalCost(run).total), ...others])
  return {
    cost,
    pay: (of: Cost) => others.push(of),
    judges: () =>
      listJudgeIds(
        runs.slice(0, 1).flatMap((run) => run.items.flatMap(({ scores }) => Object.values(scores))),
      ),
    /** Says how many judgings failed, and why; undefined if none did. */
    failureWarning(): string | undefined {
      const causes = runs.flatMap(failureCauses).sort((one, other) => other.count - one.count)
      const [most] = causes
      if (most === undefined) return undefined
      const failed = causes.reduce((sum, { count }) => sum + count, 0)
      const all = runs.reduce((sum, { items }) => sum + items.length, 0)
      return `${failed} of ${all} judgings failed, most often because of: ${most.why}`
    },
    end(): ImprovementResult['end'] {
      const end = runs.at(-1)?.end
      if (end === undefined) throw new Error('an evaluation says how it ended')
      const { kind: _, ...rest } = end
      return rest
    },
    async judge(
      rows: readonly LabelledPlace[],
      change?: JudgeChange,
    ): Promise<{ values: Values; cost: Cost }> {
      const sheets = makeSheets(rows)
      const { lowerIsBetter, scale } = used.record
      const asked =
        change === undefined ? scorer : withOtherJudge(scorer, (judge) => changedJudge(judge, change))
      const run = await evaluate({
        ...work,
        cache,
        target: 'recorded',
        data: dataOfSheets(sheets, name),
        name: `${name}, ${change?.name ?? asSet}`,
        budget: budgetLeft(budget, cost()),
        scorers: [{ scorer: asked, lowerIsBetter, scale }],
        onProgress: options.onProgress?.(),
      })
      runs.push(run)
      return { values: valuesOfRows(run, sheets, used.record), cost: totalCost(run).total }
    },
  }
}
