import { quietDataset } from '../../../evaluation/dataset/dataset.ts'
import { evaluate } from '../../../evaluation/evaluate.ts'
import { askedOtherwise } from '../../../evaluation/scoring/asked-otherwise.ts'
import { changedJudge } from '../../../judge/composed/improved/improved-judge.ts'
import type { JudgeChange } from '../../../judge/composed/improved/improvement.ts'
import type { Judge } from '../../../judge/contract.ts'
import { type Budget, moneyFor, type Prices } from '../../../run/cost/prices.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import type { AnyScorer } from '../../../run/scorers.ts'
import { ofStatements } from '../run/items.ts'
import { asSet, listChanges, whyUncalibrated } from './candidates.ts'
import { type DryRequests, dryJudge, noRequests } from './dry-judge.ts'
import { pickExamples } from './examples.ts'
import type { ImproveMaterial } from './material.ts'
import type { LabelledPlace } from './parts.ts'
import type { CostForecast, ImprovementPlan } from './result.ts'
import { areUnits, type Sheet, sheetOfRow, sheetsOfStatements, statementsIn } from './sheets.ts'

/** The changes to try, and the rows to try them on. */
export interface PlannedImprovement {
  readonly plan: ImprovementPlan
  readonly changes: readonly JudgeChange[]
  /** True if a fitted threshold is tried, too. */
  readonly calibrates: boolean
  /** Groups rows into sheets, as they are judged. */
  readonly makeSheets: (rows: readonly LabelledPlace[]) => readonly Sheet[]
  /** The scorer, set up to recognise the statements of the sheets. */
  readonly scorer: AnyScorer
  readonly judge: Judge
  readonly tasks: readonly { readonly name: string; readonly version: number }[]
}

/** Approximate characters per token, and tokens per answer to one question. */
const charactersOfToken = 4
const tokensOfAnswer = 60

/**
 * Runs the scorer once per candidate with a judge that answers nothing, to count the requests.
 *
 * @throws TypeError for a scorer that asks no judge; RangeError if the budget is too small for one candidate.
 */
export async function planFor(
  material: ImproveMaterial,
  { budget = {}, prices = {}, signal }: { budget?: Budget; prices?: Prices; signal?: AbortSignal },
): Promise<PlannedImprovement> {
  const { used, rows, parts } = material
  const statements = sheetsOfStatements(rows.map(({ row }) => row))
  const makeScorer = (sheets: readonly Sheet[]) => ofStatements(used.scorer, statementsIn(sheets))
  const together =
    material.data.unit === 'statement'
      ? await askDry(makeScorer(statements), statements, material, undefined, signal)
      : undefined
  const isTogether = together !== undefined && areUnits(together.run, statements, used.record)
  const makeSheets = (of: readonly LabelledPlace[]) =>
    isTogether ? sheetsOfStatements(of.map(({ row }) => row)) : of.map(({ row }) => sheetOfRow(row))
  // Each part is judged separately, and has its own sheets.
  const sheets = Object.values<readonly LabelledPlace[]>({ ...parts }).flatMap(makeSheets)
  const scorer = makeScorer(sheets)
  const dry = async (of: readonly LabelledPlace[], change?: JudgeChange) =>
    (await askDry(scorer, makeSheets(of), material, change, signal)).asked
  const set = {
    made: await dry(parts.made),
    chosen: await dry(parts.chosen),
    tested: await dry(parts.tested),
  }
  const judge = judgeIn(used.record.id, set.chosen)
  const planned = (name: string, ...asked: readonly DryRequests[]) => forecastCost(name, asked, judge, prices)
  const candidates = [planned(asSet, set.made, set.chosen)]
  const without: { name: string; reason: string }[] = []
  const changes: JudgeChange[] = []
  let test = planned('test', set.tested, set.tested)
  const whyNotWithin = (one: CostForecast, most: CostForecast) =>
    whyBeyond(sumForecasts([...candidates, one, most]), budget)
  for (const change of listChanges(material.measure, await pickExamples(material))) {
    const asked = await dry(parts.chosen, change)
    // Writing the guideline is a request, too.
    if (change.guideline !== undefined) asked.others += 1
    const reason = whyNot(change, asked, set.chosen, judge)
    const one = change.weighting === undefined ? planned(change.name, asked) : free(change.name)
    const larger = planned('test', set.tested, await dry(parts.tested, change))
    const most = larger.requests > test.requests ? larger : test
    const why = reason ?? whyNotWithin(one, most)
    if (why !== undefined) without.push({ name: change.name, reason: why })
    else {
      changes.push(change)
      candidates.push(one)
      test = most
    }
  }
  if (
    changes.every(({ weighting }) => weighting !== undefined) &&
    without.some(({ reason }) => reason.startsWith('the budget'))
  )
    throw new RangeError(
      `improveJudge: the budget is too small: the judge as it is set and one candidate take about ${sumForecasts([...candidates, test]).requests + set.chosen.decisions.length} calls`,
    )
  const calibrated = planned('calibration', set.chosen)
  const uncalibrated = whyUncalibrated(material) ?? whyNotWithin(calibrated, test)
  if (uncalibrated === undefined) candidates.push(calibrated)
  else without.push({ name: calibrated.name, reason: uncalibrated })
  const total = sumForecasts([...candidates, test])
  return {
    changes,
    calibrates: uncalibrated === undefined,
    makeSheets,
    scorer,
    judge,
    tasks: [...set.chosen.tasks.values()],
    plan: {
      rows: { made: parts.made.length, chosen: parts.chosen.length, tested: parts.tested.length },
      candidates,
      test,
      total,
      without,
      isEstimate: set.chosen.others > 0,
    },
  }
}

const free = (name: string): CostForecast => ({ name, requests: 0, money: 0 })

function sumForecasts(parts: readonly CostForecast[]): CostForecast {
  const requests = parts.reduce((sum, one) => sum + one.requests, 0)
  const money = parts.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one.money === undefined ? undefined : sum + one.money),
    0,
  )
  return { name: 'in all', requests, ...(money === undefined ? {} : { money }) }
}

function forecastCost(
  name: string,
  asked: readonly DryRequests[],
  judge: Judge,
  prices: Prices,
): CostForecast {
  const sum = (readNumber: (of: DryRequests) => number) =>
    asked.reduce((total, of) => total + readNumber(of), 0)
  const questions = sum(({ decisions, others }) => others + decisions.reduce((all, count) => all + count, 0))
  const usage = {
    inputTokens: sum(({ characters }) => characters) / charactersOfToken,
    outputTokens: questions * tokensOfAnswer,
  }
  const requests = sum(({ decisions, others }) => decisions.length + others)
  const money = judge.model === undefined ? undefined : moneyFor(judge.model, usage, prices)
  return { name, requests, ...(money === undefined ? {} : { money }) }
}

function whyBeyond({ requests, money }: CostForecast, budget: Budget): string | undefined {
  if (budget.calls !== undefined && requests > budget.calls)
    return `the budget of ${budget.calls} calls is too small for it`
  if (budget.money !== undefined && money !== undefined && money > budget.money)
    return `the budget of ${budget.money} US dollars is too small for it`
  return undefined
}

/** Returns why a candidate cannot change anything; undefined if it may. */
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
    scorers: [{ scorer: askedOtherwise(scorer, judgeFor), lowerIsBetter, scale }],
  })
  signal?.throwIfAborted()
  return { asked, run }
}
