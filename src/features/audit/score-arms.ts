import { type EvaluationDataset, quietDataset } from '../../evaluation/dataset/dataset.ts'
import type { EvaluationItem } from '../../evaluation/dataset/item.ts'
import { evaluateWithin } from '../../evaluation/evaluate.ts'
import type { EvaluateOptions, workOptions } from '../../evaluation/evaluate-options.ts'
import { givenThen } from '../../evaluation/rescore.ts'
import { withOtherJudge } from '../../evaluation/scoring/replace-judge.ts'
import { recordedAnswerer } from '../../evaluation/target/target.ts'
import { type Answerer, noUsage } from '../../evaluation/target/target-answer.ts'
import { withReversedOptions } from '../../judge/composed/wrap-judge.ts'
import { addCosts, totalCost } from '../../run/cost/cost.ts'
import { type Budget, budgetLeft, whyOverBudget } from '../../run/cost/prices.ts'
import type { EvaluationRun, ScoreRecord } from '../../run/record.ts'
import type { ScorerEntry, UsedScorer } from '../../run/scorer-entry.ts'
import { fileOfPart, type PartName, requireNoParts } from './audit-files.ts'
import type { AuditedAnswer } from './audited-answer.ts'
import type { Arm } from './probes/probe.ts'
import type { AuditResult } from './result.ts'

export interface ArmScores extends Pick<AuditResult, 'judges' | 'cost' | 'end'> {
  /** Returns the score of an unchanged answer; the scores of the repetition are in its `again`. */
  asItWas(answer: AuditedAnswer): ScoreRecord | undefined
  /** Returns the score of an answer as an arm rewrote it; undefined if not rewritten or not reached. */
  of(answer: AuditedAnswer, arm: Arm): ScoreRecord | undefined
  isWritten(answer: AuditedAnswer, arm: Arm): boolean
}

const toKey = (answer: AuditedAnswer, { id }: Arm) => `${answer.key} ${id}`

/**
 * Scores each answer unchanged, twice, and as rewritten by each arm. With a file, each part of the work has its own run
 * file.
 */
export async function scoreArms(
  answers: readonly AuditedAnswer[],
  arms: readonly Arm[],
  { scorer, record }: UsedScorer,
  options: Pick<EvaluateOptions, keyof typeof workOptions.shape> & {
    readonly onProgress?: () => EvaluateOptions['onProgress']
  },
): Promise<ArmScores> {
  const { onProgress, budget = {}, file, ...work } = options
  if (file !== undefined && !work.resume) requireNoParts(file)
  const runs = new Map<PartName, EvaluationRun>()
  const toArmItems = (some: readonly Arm[]) =>
    answers.flatMap((answer) => some.flatMap((arm) => toArmItem(answer, arm)))
  const asEntry = (used: UsedScorer['scorer']): ScorerEntry => ({
    scorer: used,
    lowerIsBetter: record.lowerIsBetter,
    scale: record.scale,
  })
  const plain = arms.filter(({ reversesOptions }) => !reversesOptions)
  const reversing = arms.filter(({ reversesOptions }) => reversesOptions)
  const parts: {
    readonly name: PartName
    readonly judgings: number
    readonly scorer: ScorerEntry
    /** Available when the earlier parts are done. */
    items(): readonly EvaluationItem[]
  }[] = [
    { name: 'as it was', judgings: 2, scorer: asEntry(scorer), items: () => answers.map(asGiven) },
    { name: 'probes', judgings: 1, scorer: asEntry(scorer), items: () => toArmItems(plain) },
    {
      name: 'options',
      judgings: 1,
      scorer: asEntry(withOtherJudge(scorer, withReversedOptions)),
      items: () => toArmItems(reversing),
    },
  ]
  for (const { name, judgings, scorer: used, items } of parts) {
    const given = items()
    if (given.length === 0) continue
    const spent = addCosts([...runs.values()].map((run) => totalCost(run).total))
    const data = quietDataset(given, { name: 'audit', source: 'the run' })
    const options: EvaluateOptions = {
      ...work,
      target: 'recorded',
      judgings,
      name: `audit, ${name}`,
      onProgress: onProgress?.(),
      file: file === undefined ? undefined : fileOfPart(file, name),
      budget: budgetLeft(budget, spent),
      data,
      scorers: [used],
    }
    const run = await evaluateWithin(options, {
      answerer: scorer.type === 'trajectory' ? asDone(data, answers, arms) : undefined,
    })
    runs.set(name, run)
    if (run.end?.status !== 'complete') break
  }
  return toArmScores([...runs.values()], record.id, budget)
}

function toArmScores(runs: readonly EvaluationRun[], scorerId: string, budget: Budget): ArmScores {
  const records = new Map(
    runs.flatMap(({ items }) => items.map((item) => [item.itemId, item.scores[scorerId]] as const)),
  )
  const last = runs.at(-1)?.end
  const cost = addCosts(runs.map((run) => totalCost(run).total))
  return {
    asItWas: (answer) => records.get(answer.key),
    of: (answer, arm) => records.get(toKey(answer, arm)),
    isWritten: (answer, arm) => arm.write(answer) !== undefined,
    cost,
    end: {
      at: last?.at ?? new Date().toISOString(),
      status: last?.status ?? 'complete',
      // The last part only knows what the others left of the budget.
      reason: (last?.status === 'budget' ? whyOverBudget(budget, cost) : undefined) ?? last?.reason,
    },
    judges: [
      ...new Set([...records.values()].flatMap((one) => one?.evidence?.map(({ judge }) => judge) ?? [])),
    ],
  }
}

const asGiven = (answer: AuditedAnswer): EvaluationItem => {
  const { key, cluster, item, input, output, groundTruth } = answer
  return {
    id: key,
    input,
    output,
    groundTruth,
    group: cluster,
    expectedTrajectory: item.expectedTrajectory,
    context: item.context,
  }
}

function toArmItem(answer: AuditedAnswer, arm: Arm): EvaluationItem[] {
  const given = arm.write(answer)
  if (given === undefined) return []
  const { input, output, groundTruth } = given
  return [{ ...asGiven(answer), id: toKey(answer, arm), input, output, groundTruth }]
}

/** Returns answers with their recorded steps: rewritten answers have none, so arms rewrite nothing here. */
function asDone(
  { items }: EvaluationDataset,
  answers: readonly AuditedAnswer[],
  arms: readonly Arm[],
): Answerer {
  const records = new Map(
    answers.flatMap((answer) => [
      [answer.key, answer.item] as const,
      ...arms.map((arm) => [toKey(answer, arm), answer.item] as const),
    ]),
  )
  return {
    record: recordedAnswerer(items).record,
    async answer({ id }) {
      const record = records.get(id)
      if (record === undefined) throw new Error(`the audit has no answer ${id}`)
      return { ...givenThen(record), ...noUsage }
    },
  }
}
