import type { EvaluationRun } from '../run/record.ts'
import { collectScores } from './comparison/collect-scores.ts'
import { type AskedItem, askedItems, matchItems } from './comparison/common-items.ts'

export type Choice =
  /** Items without an answer, with an unmet expectation, or on which a scorer failed. */
  | { readonly kind: 'failed' }
  /** Items without a score by one of the scorers, whether it failed or was not scorable. */
  | { readonly kind: 'unscored' }
  /** The items with the worst mean by one scorer. */
  | { readonly kind: 'worst'; readonly count: number; readonly scorerId: string }
  /** Items that the run did not have, or whose input, ground truth, expected trajectory or context has changed. */
  | { readonly kind: 'changed' }

/**
 * Chooses the ids of items to look at again.
 *
 * @throws TypeError for a scorer that the run does not have.
 */
export function chooseItems(
  run: EvaluationRun,
  items: readonly AskedItem[],
  choice: Choice,
): ReadonlySet<string> {
  if (choice.kind === 'changed') {
    const { ids } = matchItems(askedItems(run), items)
    return new Set(items.map(({ id }) => id).filter((id) => !ids.has(id)))
  }
  if (choice.kind === 'worst') return worstItems(run, choice)
  const isChosen = ({ failure, scores, expectations = [] }: EvaluationRun['items'][number]) =>
    failure !== undefined ||
    (choice.kind === 'failed' && expectations.some(({ met }) => !met)) ||
    Object.values(scores).some(({ outcome }) =>
      choice.kind === 'failed' ? outcome === 'failed' : outcome !== 'scored',
    )
  return new Set(run.items.filter(isChosen).map(({ itemId }) => itemId))
}

function worstItems(
  run: EvaluationRun,
  { count, scorerId }: Choice & { kind: 'worst' },
): ReadonlySet<string> {
  const scorer = run.header.scorers.find(({ id }) => id === scorerId)
  if (scorer === undefined)
    throw new TypeError(
      `run ${run.header.id} has no scorer "${scorerId}": it has ${run.header.scorers.map(({ id }) => id).join(', ')}`,
    )
  const badness = ({ mean }: { mean: number }) => (scorer.lowerIsBetter ? -mean : mean)
  const sorted = collectScores(run, scorerId).items.toSorted((one, other) => badness(one) - badness(other))
  return new Set(sorted.slice(0, count).map(({ itemId }) => itemId))
}
