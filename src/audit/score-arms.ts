import { addCosts, totalCost } from '../evaluation/cost/cost.ts'
import type { Budget } from '../evaluation/cost/prices.ts'
import { type EvaluationDataset, toDataset } from '../evaluation/dataset/dataset.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import type { EvaluateOptions } from '../evaluation/evaluate-options.ts'
import type { Cost, EvaluationRun, RunEnd, ScoreRecord } from '../evaluation/record.ts'
import type { UsedScorer } from '../evaluation/scoring/scorers.ts'
import type { AuditedAnswer } from './audited-answer.ts'
import type { Arm } from './probes/probe.ts'
import { showingReversedOptions } from './reversed-options.ts'

export type WorkOptions = Pick<
  EvaluateOptions,
  'concurrency' | 'timeoutInMs' | 'attempts' | 'retryDelayInMs' | 'signal' | 'budget' | 'prices'
> & {
  /** A listener for each part of the work: all together are told of as one. */
  readonly onProgress?: () => EvaluateOptions['onProgress']
}

/** What a scorer made of all that it was given. */
export interface ArmScores {
  /** Of an answer as it was; the scores of the same again are its `again`. */
  asItWas(answer: AuditedAnswer): ScoreRecord | undefined
  /** Of an answer as an arm writes it; undefined where there was nothing to write, or the work stopped before. */
  of(answer: AuditedAnswer, arm: Arm): ScoreRecord | undefined
  /** Whether an arm writes an answer. */
  isWritten(answer: AuditedAnswer, arm: Arm): boolean
  readonly cost: Cost
  readonly end: Omit<RunEnd, 'kind'>
  /** Ids of the judges that answered. */
  readonly judges: readonly string[]
}

const keyOf = (answer: AuditedAnswer, { id }: Arm) => `${answer.key} ${id}`

/** Lets a scorer score each answer as it was, twice, and as each arm writes it. */
export async function scoreArms(
  answers: readonly AuditedAnswer[],
  arms: readonly Arm[],
  { scorer, record }: UsedScorer,
  { onProgress, budget = {}, ...work }: WorkOptions,
): Promise<ArmScores> {
  const written = answers.flatMap((answer) =>
    arms.flatMap((arm) => {
      const given = arm.write(answer)
      return given === undefined ? [] : [{ answer, arm, id: keyOf(answer, arm), given }]
    }),
  )
  const parts = [
    { judgings: 2, scorer, items: answers.map((answer) => ({ id: answer.key, answer, given: answer })) },
    { judgings: 1, scorer, items: written.filter(({ arm }) => !arm.reversesOptions) },
    {
      judgings: 1,
      scorer: showingReversedOptions(scorer),
      items: written.filter(({ arm }) => arm.reversesOptions),
    },
  ].filter(({ items }) => items.length > 0)
  // All at once, so that what is left to do is known from the beginning.
  const listeners = parts.map(() => onProgress?.())
  const runs: EvaluationRun[] = []
  for (const [index, { judgings, scorer: used, items }] of parts.entries()) {
    const spent = addCosts(runs.map((run) => totalCost(run).total))
    const run = await evaluate({
      ...work,
      ...{ target: 'recorded', judgings, name: 'audit', onProgress: listeners[index] },
      budget: left(budget, spent),
      data: asDataset(items),
      scorers: [{ scorer: used, lowerIsBetter: record.lowerIsBetter, scale: record.scale }],
    })
    runs.push(run)
    if (run.end?.status !== 'complete') break
  }
  const records = new Map(
    runs.flatMap(({ items }) => items.map((item) => [item.itemId, item.scores[record.id]])),
  )
  const last = runs.at(-1)?.end
  const ids = new Set(written.map(({ id }) => id))
  return {
    asItWas: (answer) => records.get(answer.key),
    of: (answer, arm) => records.get(keyOf(answer, arm)),
    isWritten: (answer, arm) => ids.has(keyOf(answer, arm)),
    cost: addCosts(runs.map((run) => totalCost(run).total)),
    end: {
      at: last?.at ?? new Date().toISOString(),
      status: last?.status ?? 'complete',
      reason: last?.reason,
    },
    judges: [
      ...new Set([...records.values()].flatMap((one) => one?.evidence?.map(({ judge }) => judge) ?? [])),
    ],
  }
}

type Item = {
  readonly id: string
  readonly answer: AuditedAnswer
  readonly given: Pick<AuditedAnswer, 'input' | 'output' | 'groundTruth'>
}

/** The same questions again and again are nothing odd here. */
const asDataset = (items: readonly Item[]): EvaluationDataset => ({
  ...toDataset(
    items.map(({ id, answer: { cluster, item }, given: { input, output, groundTruth } }) => ({
      ...{ id, input, output, groundTruth, group: cluster },
      expectedTrajectory: item.expectedTrajectory,
    })),
    { name: 'audit', source: 'the run' },
  ),
  warnings: [],
})

/** What earlier parts left of a budget. */
function left({ calls, tokens, money }: Budget, spent: Cost): Budget {
  const used = spent.usage.inputTokens + spent.usage.outputTokens
  const rest = (of: number | undefined, gone: number) =>
    of === undefined ? undefined : Math.max(0, of - gone)
  return {
    ...(calls === undefined ? {} : { calls: rest(calls, spent.calls) }),
    ...(tokens === undefined ? {} : { tokens: rest(tokens, used) }),
    ...(money === undefined ? {} : { money: rest(money, spent.money ?? 0) }),
  }
}
