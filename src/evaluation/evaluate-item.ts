import { isReadableOutput, readAnswer } from '../transcript/index.ts'
import { withAttempts } from './attempts.ts'
import { noCost } from './cost/cost.ts'
import { moneyFor } from './cost/prices.ts'
import type { DatasetItem } from './dataset/item.ts'
import { failureRecord } from './failure-record.ts'
import { toJson } from './json.ts'
import type { Cost, ItemRecord } from './record.ts'
import { type ScoringSettings, scoreAnswer } from './scoring/score-answer.ts'
import type { UsedScorer } from './scoring/scorers.ts'
import type { Answerer, TargetAnswer } from './target/answer.ts'
import { orAborted } from './time-limit.ts'

export interface ItemTask {
  readonly item: DatasetItem
  /** From 1. */
  readonly repeat: number
}

/** The answer as a person reads it: the text of messages, or JSON. */
function textOf(output: unknown): string {
  if (typeof output === 'string') return output
  const text = isReadableOutput(output) ? readAnswer(output) : ''
  return text !== '' || Array.isArray(output) ? text : JSON.stringify(output)
}

/**
 * Answers one item and scores the answer, all scorers at once. It never throws: a target that fails is a
 * failure in the record, and each scorer fails alone.
 */
export async function evaluateItem(
  { item, repeat }: ItemTask,
  answerer: Answerer,
  scorers: readonly UsedScorer[],
  settings: ScoringSettings,
): Promise<ItemRecord> {
  const { signal, onFailed } = settings
  const startedAt = new Date()
  const begin = performance.now()
  let tries = 0
  const base = {
    kind: 'item',
    itemId: item.id,
    repeat,
    ...(item.group === undefined ? {} : { group: item.group }),
    input: toJson(item.inputs ?? item.input),
    ...(item.groundTruth === undefined ? {} : { groundTruth: toJson(item.groundTruth) }),
    ...(item.metadata === undefined ? {} : { metadata: toJson(item.metadata) }),
    startedAt: startedAt.toISOString(),
  } as const
  const took = () => Math.round(performance.now() - begin)
  try {
    const answer = await withAttempts(
      () => {
        tries += 1
        return orAborted(answerer.answer(item, signal), signal)
      },
      { ...settings, onFailed },
    )
    const durationInMs = took()
    const scores = await Promise.all(
      scorers.map(async (used) => [used.record.id, await scoreAnswer(used, item, answer, settings)] as const),
    )
    return {
      ...base,
      answer: textOf(answer.output),
      cost: costOf(answerer, settings, tries - 1, answer),
      durationInMs,
      scores: Object.fromEntries(scores),
    }
  } catch (error) {
    const cost = costOf(answerer, settings, tries)
    return { ...base, failure: failureRecord(error, tries), cost, durationInMs: took(), scores: {} }
  }
}

/** A try of an agent that failed is one call at least; how many tokens it took nobody says. */
function costOf(
  { record }: Answerer,
  { prices }: ScoringSettings,
  failed: number,
  answer?: TargetAnswer,
): Cost {
  const calls = (answer?.calls ?? 0) + (record.kind === 'agent' ? failed : 0)
  if (calls === 0) return noCost
  const usage = answer?.usage ?? noCost.usage
  const money = moneyFor(record.model, usage, prices)
  return { calls, usage, ...(money === undefined ? {} : { money }) }
}
