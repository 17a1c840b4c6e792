import { noCost } from '../../run/cost/cost.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { ScoreRecord } from '../../run/record.ts'
import type { UsedScorer } from '../../run/scorer-entry.ts'
import { toJson, toOptionalJson } from '../../run/to-json.ts'
import type { DatasetItem } from '../dataset/item.ts'
import { askedBy, readGoal } from '../dataset/scenario-fields.ts'
import { meanOfTurns } from '../scoring/mean-of-turns.ts'
import { type ScoringSettings, scoreAnswer } from '../scoring/score-answer.ts'
import { asWhole, splitIntoTurns } from '../target/conversation.ts'
import type { Answerer, TargetAnswer } from '../target/target-answer.ts'
import { AnswerAttempts, type ItemTask } from './answer-attempts.ts'

/**
 * Runs one scorer on an item's answer or conversation. A conversation scores the mean over its turns, unless the scorer
 * is for conversations as a whole. It never throws.
 */
async function scoreExchange(
  used: UsedScorer,
  item: DatasetItem,
  answer: TargetAnswer,
  settings: ScoringSettings,
): Promise<ScoreRecord> {
  if (answer.conversation === undefined) return scoreAnswer(used, item, answer, settings)
  if (used.over === 'conversation') return scoreAnswer(used, item, asWhole(answer), settings)
  const turns = await Promise.all(
    splitIntoTurns(answer).map((turn) => scoreAnswer(used, item, turn, settings)),
  )
  return meanOfTurns(turns, used.record.lowerIsBetter)
}

/**
 * Lets the target answer one item. It never throws: if the target fails, the record says so.
 *
 * @returns The item, answered or failed, still without scores.
 */
export async function answerItem(
  task: ItemTask,
  answerer: Answerer,
  settings: ScoringSettings,
): Promise<{
  readonly record: ItemRecord
  /** Absent if the target failed. */
  readonly answer?: TargetAnswer
}> {
  const { item, repeat } = task
  const base = {
    kind: 'item',
    itemId: item.id,
    repeat,
    group: item.group,
    input: toJson(askedBy(item)),
    groundTruth: toOptionalJson(item.groundTruth),
    expectedTrajectory: toOptionalJson(item.expectedTrajectory),
    metadata: toOptionalJson(item.metadata),
    context: item.context,
    until: readGoal(item),
    expect: toOptionalJson(item.expect),
    toolMocks: toOptionalJson(item.toolMocks),
    unmockedToolPolicy: item.unmockedToolPolicy,
    startedAt: new Date().toISOString(),
  } as const
  const earlier = answerer.earlier?.(item, { repeat })
  if (earlier?.failure !== undefined) return { record: { ...earlier, ...base, cost: noCost, scores: {} } }
  const attempts = new AnswerAttempts(answerer, task, settings)
  try {
    const answer = await attempts.answer()
    return { record: { ...earlier, ...base, ...attempts.toAnswered(answer, earlier) }, answer }
  } catch (error) {
    return { record: { ...base, ...attempts.toFailed(error) } }
  }
}

/** Scores an answer with all scorers at once; each fails alone. Without an answer, nothing changes. */
export async function scoreItem(
  { record, answer }: Awaited<ReturnType<typeof answerItem>>,
  item: DatasetItem,
  scorers: readonly UsedScorer[],
  settings: ScoringSettings,
): Promise<ItemRecord> {
  if (answer === undefined) return record
  const scores = await Promise.all(
    scorers.map(async (used) => [used.record.id, await scoreExchange(used, item, answer, settings)] as const),
  )
  return { ...record, scores: Object.fromEntries(scores) }
}
