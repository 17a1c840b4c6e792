import { findContext } from '../../scorers/material/context.ts'
import type { ScoredAnswer } from './scored-answers.ts'

/**
 * Returns the context of an answer: the pieces that its scorer read, if the run has them, otherwise those of its row or
 * of its tool results.
 */
export async function findAnswerContext({
  item,
  record,
}: Pick<ScoredAnswer, 'item' | 'record'>): Promise<readonly string[]> {
  if (record.context !== undefined) return record.context
  const { exchange, context, input, answer } = item
  const given = exchange ?? { input, output: answer ?? '' }
  return (await findContext({ ...given, context }, {})).map(({ text }) => text)
}
