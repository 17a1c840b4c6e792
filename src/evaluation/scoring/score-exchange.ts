import type { DatasetItem } from '../dataset/item.ts'
import type { ScoreRecord } from '../record.ts'
import type { TargetAnswer } from '../target/answer.ts'
import { asWhole, turnsOf } from '../target/conversation.ts'
import { type ScoringSettings, scoreAnswer } from './score-answer.ts'
import type { UsedScorer } from './scorers.ts'
import { meanOfTurns } from './turns.ts'

/**
 * One scorer on what an item came to: an answer, or a conversation. A conversation has the mean over its turns as its
 * score, unless the scorer is for conversations as a whole. It never throws.
 */
export async function scoreExchange(
  used: UsedScorer,
  item: DatasetItem,
  answer: TargetAnswer,
  settings: ScoringSettings,
): Promise<ScoreRecord> {
  if (answer.conversation === undefined) return scoreAnswer(used, item, answer, settings)
  if (used.over === 'conversation') return scoreAnswer(used, item, asWhole(answer), settings)
  const turns = await Promise.all(turnsOf(answer).map((turn) => scoreAnswer(used, item, turn, settings)))
  return meanOfTurns(turns, used.record.lowerIsBetter)
}
