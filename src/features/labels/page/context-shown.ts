import { givenThen } from '../../../evaluation/rescore.ts'
import { runInputFor } from '../../../evaluation/scoring/score-answer.ts'
import { readFence } from '../../../judge/language-model/prompt.ts'
import type { ItemRecord } from '../../../run/record.ts'
import type { AnyScorer } from '../../../run/scorers.ts'
import { readMeasure } from '../../../scorers/common/finish-scorer.ts'
import { contextOfItem } from '../context-of-item.ts'
import type { ScoredRecord } from '../scored-answers.ts'

/** Returns the context of an answer, piece by piece. */
export type FindItemContext = (item: ItemRecord) => Promise<readonly string[]>

/** Returns the context from a scorer's options; undefined if the options have none. */
export function contextByOptions(scorer: AnyScorer): FindItemContext | undefined {
  const context = readMeasure(scorer)?.context
  if (context === undefined) return undefined
  return (item) => {
    const { itemId: id, input, groundTruth, context: ofRow } = item
    const asked = { id, input, groundTruth, context: ofRow }
    return context(runInputFor(scorer, asked, { ...givenThen(item), ...unpaid }))
  }
}

const unpaid = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }

/**
 * Returns the context for raters: the judge's own if the run kept prompts; otherwise from the scorer's options, if
 * available; otherwise from the row or the tool results. If a user's function fails, its error appears instead, so that
 * nobody labels as if there were no context.
 */
export async function contextShown(
  item: ItemRecord,
  record: ScoredRecord,
  byOptions?: FindItemContext,
): Promise<readonly string[]> {
  const kept = contextInPrompts(record)
  if (kept !== undefined) return kept
  if (byOptions !== undefined)
    return byOptions(item).catch((error: Error) => [`The context could not be read: ${error.message}`])
  return contextOfItem(item)
}

function contextInPrompts({ evidence = [] }: ScoredRecord): readonly string[] | undefined {
  for (const prompt of evidence.flatMap(({ prompts }) => prompts)) {
    const context = readFence(prompt)?.context
    const pieces = typeof context === 'object' && context !== null ? Object.values(context) : [context]
    const texts = pieces.filter((piece) => typeof piece === 'string')
    if (texts.length > 0) return texts
  }
  return undefined
}
