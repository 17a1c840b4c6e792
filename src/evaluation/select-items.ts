import type { EvaluationRun } from '../run/record.ts'
import { type AskedItem, askedItems, matchItems } from './comparison/common-items.ts'
import { collectScores } from './comparison/scores.ts'

/** Items by how they came off in an earlier run. */
export type Choice =
  /** Without an answer, with an expectation that is not met, or a scorer failed on one. */
  | { readonly kind: 'failed' }
  /** Without a score by one of the scorers: what failed, and what was not scorable. */
  | { readonly kind: 'unscored' }
  /** Those with the worst mean by one scorer. */
  | { readonly kind: 'worst'; readonly count: number; readonly scorerId: string }
  /** That the run has not been asked, or that have another input, ground truth or expected trajectory now. */
  | { readonly kind: 'changed' }

/**
 * The ids of items that are to be looked at again.
 *
 * @param items What is to be chosen from.
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
