import type { z } from 'zod/v4'
import type { JudgeChange } from '../../../judge/composed/improved/improvement.ts'
import { addCosts } from '../../../run/cost/cost.ts'
import type { Cost } from '../../../run/record.ts'
import { compact } from '../../../shared/compact.ts'
import { readOptions } from '../../../shared/read-options.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import type { Resampling } from '../../../statistics/resampling.ts'
import { asSet, fitThreshold } from './candidates.ts'
import { chooseFigure, compareJudges, judgedTwice } from './compare-judges.ts'
import { drawConclusion, readValue } from './draw-conclusion.ts'
import { exchangeTest } from './exchange-test.ts'
import {
  contradictedIn,
  gatherMaterial,
  type ImproveMaterial,
  listPartWarnings,
  type Values,
} from './gather-material.ts'
import { guidelineMaterial, writeGuideline } from './guideline.ts'
import { makeWorker } from './judge-rows.ts'
import { type ImproveOptions, improveSchema } from './options.ts'
import { type PlannedImprovement, planFor } from './plan-candidates.ts'
import type { CandidateResult, ImprovementPlan, ImprovementResult, ImprovementTest } from './result.ts'
import { countGroups } from './split-rows.ts'
import { toImprovement } from './to-improvement.ts'

/** The largest share of rows whose text recurs with another label: with more, nothing can be learned. */
const mostContradicted = 0.25

const tooFew: Estimate = { undefinedBecause: 'too few rows have a score' }

/**
 * Returns what {@link improveJudge} would try, with its number of requests and its cost. Asks no judge.
 *
 * @throws Like `improveJudge`.
 */
export async function planImprovement(options: ImproveOptions): Promise<ImprovementPlan> {
  const settings = readOptions('planImprovement', improveSchema, options)
  return (await planFor(await gatherMaterial(options, settings.seed), settings)).plan
}

/**
 * Tries a short list of changes to a judge on labels by people, and adopts the best one if it surely agrees better:
 * share or verdict, two to eight labelled examples, a guideline that the judge writes from comments and from its worst
 * errors, batch sizes, the order of options, a threshold fitted to labels.
 *
 * Rows are split by group. A quarter creates the candidates, a quarter selects among them, and half tests the best one,
 * once and paired. It is adopted if the whole interval of its gain on that half is above 0. Report the figures of that
 * half, since the best of several looks better on the rows that selected it.
 *
 * @returns Plain JSON; `improvement` is the input of `improvedJudge`. If a signal or a budget stopped the work, nothing
 * is adopted.
 * @throws Like `measureAgreement`; RangeError below 60 labelled rows, for labels that cannot be split and for a budget
 * below the cost of one candidate; TypeError for a scorer that is not of this package or asks no judge.
 */
export async function improveJudge(options: ImproveOptions): Promise<ImprovementResult> {
  const settings = readOptions('improveJudge', improveSchema, options)
  const { level, seed, resamples } = settings
  const material = await gatherMaterial(options, seed)
  const planned = await planFor(material, settings)
  const { used, data, parts } = material
  const { name = data.name } = settings
  const work = makeWorker(planned, material, options, name)
  const trial: Trial = { material, planned, work, settings, resampling: { seed, level, resamples } }
  const made = await work.judge(parts.made)
  const first = await work.judge(parts.chosen)
  const contradicted = contradictedIn(material)
  const isContradictory = contradicted > mostContradicted * material.rows.length
  const isOver = isContradictory || work.end().status !== 'complete'
  const { changes, without } = isOver ? { changes: [], without: [] } : await changesToTry(trial, made.values)
  const tried: { change: JudgeChange; values: Values; cost: Cost }[] = []
  for (const change of changes) {
    if (work.end().status !== 'complete') break
    tried.push({ change, ...(await work.judge(parts.chosen, change)) })
  }
  const candidates: CandidateResult[] = [
    toCandidate(trial, asSet, first.values, first.values, addCosts([made.cost, first.cost])),
    ...tried.map(({ change, values, cost }) => toCandidate(trial, change.name, first.values, values, cost)),
  ]
  const gains = candidates.slice(1).map(({ gain }) => readValue(gain) ?? 0)
  const highest = Math.max(0, ...gains)
  const best = highest === 0 ? undefined : tried[gains.indexOf(highest)]
  const testing =
    best === undefined || work.end().status !== 'complete' ? undefined : await test(trial, best.change)
  const rows = planned.plan.rows
  const end = work.end()
  const { adopted, ...told } = drawConclusion(
    { end, candidates, rows, level },
    end.status === 'complete' ? testing?.tested : undefined,
    testing?.missing ?? 0,
    isContradictory ? contradicted : 0,
    planned.plan.candidates.length,
  )
  return {
    kind: 'judge improvement',
    version: 1,
    name,
    scorer: used.record,
    judges: work.judges(),
    rows,
    figure: chooseFigure(material),
    level,
    candidates,
    without: [...planned.plan.without, ...without],
    ...(testing === undefined || end.status !== 'complete' ? {} : { tested: testing.tested }),
    ...(adopted && best && testing
      ? { improvement: toImprovement(best.change, testing.tested, material, planned, level) }
      : {}),
    ...told,
    cost: work.cost(),
    end,
    warnings: compact([...listPartWarnings(material, contradicted), work.failureWarning()]),
  }
}

interface Trial {
  readonly material: ImproveMaterial
  readonly planned: PlannedImprovement
  readonly work: ReturnType<typeof makeWorker>
  readonly settings: z.output<typeof improveSchema>
  readonly resampling: Resampling
}

/** Returns the planned changes, with the guideline that the judge writes and the fitted calibration. */
async function changesToTry(
  trial: Trial,
  made: Values,
): Promise<{ readonly changes: JudgeChange[]; readonly without: ImprovementPlan['without'] }> {
  const { planned, material } = trial
  const changes: JudgeChange[] = []
  const without: { name: string; reason: string }[] = []
  for (const change of planned.changes) {
    if (change.guideline === undefined) changes.push(change)
    else {
      const { text, reason = '' } = await makeGuideline(trial, made)
      if (text !== undefined) changes.push({ ...change, guideline: text })
      else without.push({ name: change.name, reason })
    }
  }
  if (!planned.calibrates) return { changes, without }
  const calibration = fitThreshold(material, made, planned.judge)
  if (typeof calibration === 'string') without.push({ name: 'calibration', reason: calibration })
  else changes.push(calibration)
  return { changes, without }
}

async function makeGuideline(
  { material, planned, work, settings: { prices, signal } }: Trial,
  made: Values,
): Promise<{ readonly text?: string; readonly reason?: string }> {
  const state = guidelineMaterial(material, made)
  if (state === undefined) return { reason: 'nobody commented, and the judge agrees with people' }
  const written = await writeGuideline(planned.judge, state, prices, signal)
  work.pay(written.cost)
  return written
}

function toCandidate(
  { material, resampling }: Trial,
  name: string,
  first: Values,
  values: Values,
  cost: Cost,
): CandidateResult {
  const { chosen } = material.parts
  const scored = chosen.filter(({ row }) => values.has(row.id)).length
  const rows = judgedTwice(chosen, first, values)
  const { after: agreement = tooFew, gain } = compareJudges(rows, material, resampling) ?? {}
  return { name, scored, cost, agreement, ...(name === asSet || gain === undefined ? {} : { gain }) }
}

/** Compares a candidate with the judge as it is set, on rows that played no part so far. */
async function test({ material, work, resampling }: Trial, change: JudgeChange) {
  const part = material.parts.tested
  const before = await work.judge(part)
  const after = await work.judge(part, change)
  const rows = judgedTwice(part, before.values, after.values)
  const compared = compareJudges(rows, material, resampling)
  const { squaredError, ...figures } = compared ?? { before: tooFew, after: tooFew, gain: tooFew }
  const tested: ImprovementTest = {
    name: change.name,
    rows: compared ? rows.length : 0,
    groups: countGroups(part),
    ...figures,
    pValue: compared ? exchangeTest(rows, resampling) : 1,
    ...(squaredError && { squaredError }),
  }
  const missing = [...before.values.keys()].filter((id) => !after.values.has(id)).length
  return { tested, missing }
}
