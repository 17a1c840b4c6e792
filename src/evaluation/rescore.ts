import type { Trajectory } from '@mastra/core/evals'
import type { EntityType } from '@mastra/core/observability'
import type { ItemRecord } from '../run/item-record.ts'
import { KeptRecords } from '../run/latest-records.ts'
import type { EvaluationRun } from '../run/record.ts'
import { toDataset } from './dataset/dataset.ts'
import { evaluateWithin } from './evaluate.ts'
import type { EvaluateOptions } from './evaluate-options.ts'
import { knownChecks } from './expectations/checks.ts'
import type { Expect } from './expectations/expect.ts'
import { type Answerer, noUsage, type TargetAnswer } from './target/target-answer.ts'

/**
 * Scores the answers of a run with other or newer scorers, without generating any again. A failed answer remains a
 * failure.
 *
 * @returns A new run with the same items, repeats, target and variant. Its answers cost nothing, and keep their
 * original durations. Default name: that of the run.
 * @throws TypeError for a run of an agent or workflow from before runs kept what scorers are given, and for one that
 * stopped once it was decided; otherwise as `evaluate`.
 *
 * @example
 * ```ts
 * import { createCompletenessScorer, createTextualDifferenceScorer } from 'mastra-verdict'
 * import { evaluate, rescore } from 'mastra-verdict/evaluation'
 *
 * const scorers = [createCompletenessScorer()]
 * const run = await evaluate({ target: 'recorded', data: 'before.jsonl', scorers })
 * const again = await rescore(run, { scorers: [createTextualDifferenceScorer()] })
 * console.log(again.end?.status) // complete
 * ```
 */
export async function rescore(
  run: EvaluationRun,
  options: Omit<EvaluateOptions, 'target' | 'targetOptions' | 'data' | 'repeats' | 'variant' | 'selection'>,
): Promise<EvaluationRun> {
  const { pairs: _p, sequential: _s, ...header } = run.header
  requireExchanges(run)
  requireUndecided(run)
  const ids = options.scorers.map((entry) => ('scorer' in entry ? entry.scorer.id : entry.id))
  const items = [...Map.groupBy(run.items, ({ itemId }) => itemId).values()].flatMap(([record]) => {
    if (record === undefined) return []
    const { itemId: id, input, groundTruth, expectedTrajectory, metadata, context, until, group } = record
    const { toolMocks, unmockedToolPolicy } = record
    const expect = heldBy(ids, record.expect as Expect | undefined)
    const asked = { id, input, groundTruth, expectedTrajectory, metadata, context, until, group }
    return { ...asked, expect, toolMocks, unmockedToolPolicy }
  })
  const data = toDataset(items, { name: header.dataset.name, source: `run ${header.id}` })
  const { name, repeats, variant, selection } = header
  return evaluateWithin(
    { name, ...options, target: 'recorded', data, repeats, variant, selection },
    // The header keeps the whole dataset, since a run that stopped early lacks some of its answers.
    { answerer: storedAnswers(run), earlier: header, head: { rescored: header.id, dataset: header.dataset } },
  )
}

/** Drops expectations of scorers that the new run does not have. */
function heldBy(scorerIds: readonly string[], expect: Expect = {}): Expect | undefined {
  const left = Object.entries(expect).filter(
    ([name]) => scorerIds.includes(name) || Object.hasOwn(knownChecks, name),
  )
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

function storedAnswers({ header, ...run }: EvaluationRun): Answerer {
  const kept = new KeptRecords(run)
  const findRecord = (itemId: string, which: Pick<ItemRecord, 'repeat'>) => kept.get({ itemId, ...which })
  return {
    record: header.target,
    earlier({ id }, which) {
      const message = `run ${header.id} has no answer for repeat ${which.repeat}: it stopped early`
      const failure = { name: 'Error', message, attempts: 1 }
      const found: Partial<ItemRecord> & Pick<ItemRecord, 'durationInMs'> = findRecord(id, which) ?? {
        failure,
        durationInMs: 0,
      }
      const { simulatorCost: _s, expectations: _e, ...record } = found
      return record
    },
    async answer({ id }, _, which) {
      const record = findRecord(id, which) as ItemRecord
      const { traceId, spanId } = record
      return { ...givenThen(record), traceId, spanId, ...noUsage, listed: listedIn(record) }
    },
  }
}

/** Returns the units that each scorer judged before, in order; none if one has no place in the answer. */
function listedIn({ scores, conversation }: ItemRecord): TargetAnswer['listed'] {
  if (conversation !== undefined) return undefined
  const byScorer = Object.entries(scores).map(([id, { verdicts = [], notCounted = [] }]) => {
    const units = [...verdicts, ...notCounted].flatMap(({ unit: text, start, end }) =>
      start === undefined || end === undefined ? [] : [{ text, start, end }],
    )
    const areAll = units.length === verdicts.length + notCounted.length
    return [id, areAll ? units.sort((one, other) => one.start - other.start) : []]
  })
  return Object.fromEntries(byScorer)
}

/** Returns what scorers were given in the original run. */
export function givenThen({ input, answer, exchange, conversation }: ItemRecord) {
  if (exchange === undefined) return { input, output: answer }
  return {
    conversation,
    input: exchange.input,
    output: exchange.output,
    trajectory: exchange.trajectory as Trajectory | undefined,
    entityType: exchange.entityType as EntityType | undefined,
  }
}

/** @throws TypeError if only the texts of an agent's answers were kept, without tool calls and memory. */
function requireExchanges({ header, items }: EvaluationRun): void {
  if (header.target.kind === 'function' || header.target.kind === 'recorded') return
  if (items.every(({ failure, exchange }) => failure !== undefined || exchange !== undefined)) return
  throw new TypeError(
    `run ${header.id} was made before runs kept what scorers are given: run it again to be able to rescore it`,
  )
}

/** @throws TypeError for a run that stopped once decided: its scores determined which answers it has. */
function requireUndecided({ header, end }: EvaluationRun): void {
  if (end?.status !== 'decided') return
  throw new TypeError(
    `run ${header.id} stopped when it was decided against run ${header.sequential?.baseline}: answer the whole dataset to rescore it`,
  )
}
