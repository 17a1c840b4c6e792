import { quietDataset } from '../../evaluation/dataset/dataset.ts'
import type { EvaluationItem } from '../../evaluation/dataset/item.ts'
import { evaluate } from '../../evaluation/evaluate.ts'
import { withOtherJudge } from '../../evaluation/scoring/replace-judge.ts'
import { dryJudge, noRequests } from '../../judge/composed/dry-judge.ts'
import type { UsedScorer } from '../../run/scorer-entry.ts'

/**
 * Returns what a scorer asks its judge about each item, by item id, without asking it. An item without requests has no
 * entry.
 *
 * @param used A scorer of this package: another would ask its own judge.
 */
export async function listRequests(
  items: readonly EvaluationItem[],
  { scorer, record: { id, lowerIsBetter, scale } }: UsedScorer,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const run = await evaluate({
    target: 'recorded',
    data: quietDataset(items, { name: 'audit', source: 'the run' }),
    attempts: 1,
    keepPrompts: true,
    signal,
    scorers: [
      { scorer: withOtherJudge(scorer, (judge) => dryJudge(judge, noRequests())), lowerIsBetter, scale },
    ],
  })
  return new Map(
    run.items.flatMap(({ itemId, scores }) => {
      const prompts = scores[id]?.evidence?.flatMap(({ prompts }) => prompts) ?? []
      return prompts.length === 0 ? [] : [[itemId, JSON.stringify(prompts)] as const]
    }),
  )
}
