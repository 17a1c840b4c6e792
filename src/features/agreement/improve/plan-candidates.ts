import { quietDataset } from '../../../evaluation/dataset/dataset.ts'
import { evaluate } from '../../../evaluation/evaluate.ts'
import { withOtherJudge } from '../../../evaluation/scoring/replace-judge.ts'
import { type DryRequests, dryJudge, noRequests } from '../../../judge/composed/dry-judge.ts'
import { changedJudge } from '../../../judge/composed/improved/improved-judge.ts'
import type { JudgeChange } from '../../../judge/composed/improved/improvement.ts'
import type { Judge } from '../../../judge/contract.ts'
import type { Budget, Prices } from '../../../run/cost/prices.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import { ofStatements } from '../run/row-to-item.ts'
import { asSet, listChanges, whyUncalibrated } from './candidates.ts'
import { pickExamples } from './examples.ts'
import { forecastCost, free, sumForecasts, whyBeyond } from './forecast.ts'
import type { ImproveMaterial } from './gather-material.ts'
import type { CostForecast, ImprovementPlan } from './result.ts'
import { areUnits, type Sheet, sheetOfRow, sheetsOfStatements, statementsIn } from './sheets.ts'
import type { LabelledPlace } from './split-rows.ts'

/** The changes to try, and the rows to try them on. */
export interface PlannedImprovement {
  readonly plan: ImprovementPlan
  readonly changes: readonly JudgeChange[]
  /** True if a fitted threshold is tried, too. */
  readonly calibrates: boolean
  readonly makeSheets: (rows: readonly LabelledPlace[]) => readonly Sheet[]
  /** The scorer, set up to recognise the statements of the sheets. */
  readonly scorer: AnyScorer
  readonly judge: Judge
  readonly tasks: readonly { readonly name: string; readonly version: number }[]
}

/**
 * Runs the scorer once per candidate with a judge that answers nothing, to count the requests.
 *
 * @throws TypeError for a scorer that asks no judge; RangeError if the budget is too small for one candidate.
 */
export async function planFor(
  material: ImproveMaterial,
  { budget = {}, prices = {}, signal }: { budget?: Budget; prices?: Prices; signal?: AbortSignal },
): Promise<PlannedImprovement> {
  const { used, parts } = material
  const makeSheets = await chooseSheets(material, signal)
  // Each part is judged separately, and has its own sheets.
  const sheets = Object.values<readonly LabelledPlace[]>({ ...parts }).flatMap(makeSheets)
  const scorer = recognise(used.scorer, sheets)
  const dry = async (of: readonly LabelledPlace[], change?: JudgeChange) =>
    (await askDry(scorer, makeSheets(of), material, change, signal)).asked
  const set = {
    made: await dry(parts.made),
    chosen: await dry(parts.chosen),
    tested: await dry(parts.tested),
  }
  const judge = judgeIn(used.record.id, set.chosen)
  const planned = (name: string, ...asked: readonly DryRequests[]) => forecastCost(name, asked, judge, prices)
  const test = planned('test', set.tested, set.tested)
  const tried = new Tried(planned(asSet, set.made, set.chosen), test, budget)
  const changes: JudgeChange[] = []
  for (const change of listChanges(material.measure, await pickExamples(material))) {
    const asked = await dry(parts.chosen, change)
    // Writing the guideline is a request, too.
    if (change.guideline !== undefined) asked.others += 1
    const cost = change.weighting === undefined ? planned(change.name, asked) : free(change.name)
    const most = planned('test', set.tested, await dry(parts.tested, change))
    if (tried.add(cost, whyNot(change, asked, set.chosen, judge), most)) changes.push(change)
  }
  if (
    changes.every(({ weighting }) => weighting !== undefined) &&
    tried.without.some(({ reason }) => reason.startsWith('the budget'))
  )
    throw new RangeError(
      `improveJudge: the budget is too small: the judge as it is set and one candidate take about ${tried.total.requests + set.chosen.decisions.length} calls`,
    )
  const calibrates = tried.add(planned('calibration', set.chosen), whyUncalibrated(material))
  const rows = { made: parts.made.length, chosen: parts.chosen.length, tested: parts.tested.length }
  const { candidates, total, without } = tried
  const plan = { rows, candidates, test: tried.test, total, without, isEstimate: set.chosen.others > 0 }
  return { changes, calibrates, makeSheets, scorer, judge, tasks: [...set.chosen.tasks.values()], plan }
}

/** The candidates that the budget allows, with the most that a test of one of them costs. */
class Tried {
  readonly candidates: CostForecast[]
  readonly without: { name: string; reason: string }[] = []
  test: CostForecast
  readonly #budget: Budget

  constructor(asItIs: CostForecast, test: CostForecast, budget: Budget) {
    this.candidates = [asItIs]
    this.test = test
    this.#budget = budget
  }

  get total(): CostForecast {
    return sumForecasts([...this.candidates, this.test])
  }

  /** Adds a candidate, unless there is a reason against it. @returns Whether it was added. */
  add(cost: CostForecast, why: string | undefined, test = this.test): boolean {
    const most = test.requests > this.test.requests ? test : this.test
    const reason = why ?? whyBeyond(sumForecasts([...this.candidates, cost, most]), this.#budget)
    if (reason !== undefined) {
      this.without.push({ name: cost.name, reason })
      return false
    }
    this.candidates.push(cost)
    this.test = most
    return true
  }
}

const recognise = (scorer: AnyScorer, sheets: readonly Sheet[]) => ofStatements(scorer, statementsIn(sheets))

/** Puts the statements of one answer on one sheet if the scorer judges them one by one; otherwise each row on its own. */
async function chooseSheets(
  material: ImproveMaterial,
  signal: AbortSignal | undefined,
): Promise<PlannedImprovement['makeSheets']> {
  const { used, rows, data } = material
  const separate: PlannedImprovement['makeSheets'] = (of) => of.map(({ row }) => sheetOfRow(row))
  if (data.unit !== 'statement') return separate
  const statements = sheetsOfStatements(rows.map(({ row }) => row))
  const { run } = await askDry(recognise(used.scorer, statements), statements, material, undefined, signal)
  if (!areUnits(run, statements, used.record)) return separate
  return (of) => sheetsOfStatements(of.map(({ row }) => row))
}

function whyNot(change: JudgeChange, asked: DryRequests, set: DryRequests, judge: Judge): string | undefined {
  const isDeaf = judge.deterministic === true && judge.model === undefined
  if (isDeaf && change.weighting === undefined)
    return `the judge ${judge.id} asks no model: it takes no instructions and can be asked in one way only`
  if (change.guideline !== undefined && judge.write === undefined)
    return `the judge ${judge.id} cannot write texts`
  if (change.batchSize !== undefined && describeSizes(asked) === describeSizes(set))
    return 'it would not change the requests'
  if (change.optionOrder !== undefined && !set.hasOptions) return 'the judge is shown no options'
  return undefined
}

/** Sorted, because answers are scored concurrently. */
const describeSizes = ({ decisions }: DryRequests) =>
  [...decisions].sort((one, other) => one - other).join(' ')

function judgeIn(id: string, { decisions, judges }: DryRequests): Judge {
  const [judge] = judges
  if (judge !== undefined && decisions.length > 0) return judge
  throw new TypeError(`improveJudge: ${id} asks no judge about these rows: there is nothing to improve`)
}

/** Makes a dataset of the answers, in order and unchanged. */
export const dataOfSheets = (sheets: readonly Sheet[], name: string) =>
  quietDataset(
    sheets.map(({ item }) => item),
    { name, source: name },
  )

async function askDry(
  scorer: AnyScorer,
  sheets: readonly Sheet[],
  { used, data }: ImproveMaterial,
  change: JudgeChange | undefined,
  signal: AbortSignal | undefined,
): Promise<{ asked: DryRequests; run: EvaluationRun }> {
  const asked = noRequests()
  const judgeFor = (judge: Judge) => {
    const dry = dryJudge(judge, asked)
    return change === undefined ? dry : changedJudge(dry, change)
  }
  const { lowerIsBetter, scale } = used.record
  const run = await evaluate({
    target: 'recorded',
    data: dataOfSheets(sheets, data.name),
    attempts: 1,
    signal,
    scorers: [{ scorer: withOtherJudge(scorer, judgeFor), lowerIsBetter, scale }],
  })
  signal?.throwIfAborted()
  return { asked, run }
}
