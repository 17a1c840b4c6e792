import { toDataset } from '../../../evaluation/dataset/dataset.ts'
import { evaluate } from '../../../evaluation/evaluate.ts'
import type { EvaluationRun } from '../../../evaluation/record.ts'
import { askedOtherwise } from '../../../evaluation/scoring/asked-otherwise.ts'
import type { AnyScorer } from '../../../evaluation/scoring/scorers.ts'
import type { Judge } from '../../../judge/contract.ts'
import { ofStatements } from '../run/items.ts'
import { type DryRequests, dryJudge, noRequests } from './dry-judge.ts'
import type { TrialMaterial } from './material.ts'
import type { TrialPlan } from './result.ts'
import { asSet, batchSizes, reversedOrder, type TriedSetting } from './settings.ts'
import { areUnits, type Sheet, sheetOfRow, sheetsOfStatements, statementsIn } from './sheets.ts'

/** What is tried, on what. */
export interface PlannedTrial {
  readonly plan: TrialPlan
  readonly sheets: readonly Sheet[]
  /** The scorer, which knows the statements of the sheets. */
  readonly scorer: AnyScorer
  /** As it is set first. */
  readonly settings: readonly TriedSetting[]
}

/**
 * Lets the scorer ask a judge that answers nothing, once for each setting, to count what it would ask.
 *
 * @throws TypeError for a scorer that asks no judge, or one that no setting can move.
 */
export async function planTrial(material: TrialMaterial, signal?: AbortSignal): Promise<PlannedTrial> {
  const { used, rows } = material
  const alone = rows.map(({ row }) => sheetOfRow(row))
  const statements = sheetsOfStatements(rows.map(({ row }) => row))
  const scorerOf = (sheets: readonly Sheet[]) => ofStatements(used.scorer, statementsIn(sheets))
  const dry = (sheets: readonly Sheet[], setting: TriedSetting) =>
    askDry(askedOtherwise(scorerOf(sheets), setting.asking), sheets, material, signal)
  const together = material.data.unit === 'statement' ? await dry(statements, asSet) : undefined
  const isTogether = together !== undefined && areUnits(together.run, statements, used.record)
  const sheets = isTogether ? statements : alone
  const { asked } = isTogether ? together : await dry(alone, asSet)
  requireMovable(used.record.id, asked)
  const settings: TriedSetting[] = [asSet]
  const counted = [{ name: asSet.name, requests: requestsOf(asked) }]
  const without: { name: string; reason: string }[] = []
  for (const setting of batchSizes) {
    const other = await dry(sheets, setting)
    if (sizesOf(other.asked) === sizesOf(asked))
      without.push({ name: setting.name, reason: 'its requests would be those of the scorer as it is set' })
    else {
      settings.push(setting)
      // What is listed once is not listed again.
      counted.push({ name: setting.name, requests: other.asked.decisions.length })
    }
  }
  if (asked.hasOptions) {
    settings.push(reversedOrder)
    counted.push({ name: reversedOrder.name, requests: asked.decisions.length })
  } else without.push({ name: reversedOrder.name, reason: 'the judge is shown no options' })
  const plan = {
    ...{ rows: rows.length, settings: counted, without },
    free: ['share or verdict'],
    isEstimate: asked.others > 0,
    requests: counted.reduce((sum, { requests }) => sum + requests, 0),
  }
  return { plan, sheets, scorer: scorerOf(sheets), settings }
}

/** Answers as they are, one after the other: the same question again and again is nothing odd here. */
export const dataOfSheets = (sheets: readonly Sheet[], name: string) => ({
  ...toDataset(
    sheets.map(({ item }) => item),
    { name, source: name },
  ),
  warnings: [],
})

async function askDry(
  scorer: AnyScorer,
  sheets: readonly Sheet[],
  { used, data }: TrialMaterial,
  signal: AbortSignal | undefined,
): Promise<{ asked: DryRequests; run: EvaluationRun }> {
  const asked = noRequests()
  const judgeFor = (judge: Judge) => dryJudge(judge, asked)
  const { lowerIsBetter, scale } = used.record
  const run = await evaluate({
    ...{ target: 'recorded', data: dataOfSheets(sheets, data.name), attempts: 1, signal },
    scorers: [{ scorer: askedOtherwise(scorer, { judgeFor }), lowerIsBetter, scale }],
  })
  signal?.throwIfAborted()
  return { asked, run }
}

const requestsOf = ({ decisions, others }: DryRequests) => decisions.length + others

/** In any order: answers are scored at once. */
const sizesOf = ({ decisions }: DryRequests) => [...decisions].sort((one, other) => one - other).join(' ')

function requireMovable(id: string, { decisions, judges }: DryRequests): void {
  if (decisions.length === 0)
    throw new TypeError(`trySettings: ${id} asks no judge about these rows: there is nothing to try`)
  if ([...judges].every(({ deterministic, model }) => deterministic && model === undefined)) {
    const names = [...judges].map((judge) => judge.id).join(', ')
    throw new TypeError(
      `trySettings: the judge ${names} asks no model and says of a unit always the same, so that batches and the order of options have no effect; which of verdict and share agrees better, measureAgreement (verdict agreement) says`,
    )
  }
}
