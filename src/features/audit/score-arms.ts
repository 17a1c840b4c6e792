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
import { listRequests } from './list-requests.ts'
import { nameOthers } from './other-audit.ts'
import type { Arm } from './probes/probe.ts'
import type { AuditResult } from './result.ts'

export interface ArmScores extends Pick<AuditResult, 'judges' | 'cost' | 'end'> {
  /** Returns the score of an unchanged answer; the scores of the repetition are in its `again`. */
  asItWas(answer: AuditedAnswer): ScoreRecord | undefined
  /** Returns the score of an answer as an arm rewrote it; undefined if not rewritten or not reached. */
  of(answer: AuditedAnswer, arm: Arm): ScoreRecord | undefined
  isWritten(answer: AuditedAnswer, arm: Arm): boolean
  /** Returns true if an arm changed the answer, but not what the scorer asks its judge. Such an arm is not scored. */
  isUnseen(answer: AuditedAnswer, arm: Arm): boolean
}

const toKey = (answer: AuditedAnswer, { id }: Arm) => `${answer.key} ${id}`

/**
 * Scores each answer unchanged, twice, and as rewritten by each arm. With a file, each part of the work has its own run
 * file.
 */
export async function scoreArms(
  answers: readonly AuditedAnswer[],
  arms: readonly Arm[],
  used: UsedScorer,
  options: Pick<EvaluateOptions, keyof typeof workOptions.shape> & {
    readonly onProgress?: () => EvaluateOptions['onProgress']
  },
): Promise<ArmScores> {
  const { scorer, record } = used
  const { onProgress, budget = {}, file, ...work } = options
  if (file !== undefined && !work.resume) requireNoParts(file)
  const runs = new Map<PartName, EvaluationRun>()
  const toArmItems = (some: readonly Arm[]) =>
    answers.flatMap((answer) => some.flatMap((arm) => toArmItem(answer, arm)))
  const asEntry = (scorer: UsedScorer['scorer']): ScorerEntry => ({
    scorer,
    lowerIsBetter: record.lowerIsBetter,
    scale: record.scale,
  })
  const unseen = new Set<string>()
  /** A judge that is shown the same as before is not asked: its answer would say nothing about the change. */
  const withoutUnseen = async (items: readonly EvaluationItem[]) => {
    const judged = runs.get('as it was')?.items.some(({ scores }) => scores[record.id]?.evidence?.length)
    if (!judged || items.length === 0) return items
    const requests = await listRequests([...answers.map(asGiven), ...items], used, work.signal)
    for (const answer of answers)
      for (const arm of plain) {
        const request = requests.get(toKey(answer, arm))
        if (request !== undefined && request === requests.get(answer.key)) unseen.add(toKey(answer, arm))
      }
    return items.filter(({ id }) => !unseen.has(`${id}`))
  }
  const plain = arms.filter(({ reversesOptions }) => !reversesOptions)
  const reversing = arms.filter(({ reversesOptions }) => reversesOptions)
  const parts: {
    readonly name: PartName
    readonly judgings: number
    readonly scorer: ScorerEntry
    /** Available when the earlier parts are done. */
    items(): Promise<readonly EvaluationItem[]> | readonly EvaluationItem[]
  }[] = [
    { name: 'as it was', judgings: 2, scorer: asEntry(scorer), items: () => answers.map(asGiven) },
    { name: 'probes', judgings: 1, scorer: asEntry(scorer), items: () => withoutUnseen(toArmItems(plain)) },
    {
      name: 'options',
      judgings: 1,
      scorer: asEntry(withOtherJudge(scorer, withReversedOptions)),
      items: () => toArmItems(reversing),
    },
  ]
  for (const { name, judgings, scorer: entry, items } of parts) {
    const given = await items()
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
      scorers: [entry],
    }
    const run = await evaluateWithin(options, {
      answerer: scorer.type === 'trajectory' ? asDone(data, answers, arms) : undefined,
    }).catch(async (error: unknown) => {
      throw await nameOthers(error, given)
    })
    runs.set(name, run)
    if (run.end?.status !== 'complete') break
  }
  return toArmScores([...runs.values()], record.id, budget, unseen)
}

function toArmScores(
  runs: readonly EvaluationRun[],
  scorerId: string,
  budget: Budget,
  unseen: ReadonlySet<string>,
): ArmScores {
  const records = new Map(
    runs.flatMap(({ items }) => items.map((item) => [item.itemId, item.scores[scorerId]] as const)),
  )
  const last = runs.at(-1)?.end
  const cost = addCosts(runs.map((run) => totalCost(run).total))
  return {
    asItWas: (answer) => records.get(answer.key),
    of: (answer, arm) => records.get(toKey(answer, arm)),
    isWritten: (answer, arm) => arm.write(answer) !== undefined,
    isUnseen: (answer, arm) => unseen.has(toKey(answer, arm)),
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
