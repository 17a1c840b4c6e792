import { type AskedItem, commonItems } from '../evaluation/comparison/common-items.ts'
import type { EvaluationRun } from '../evaluation/record.ts'
import { formatNumberOf } from '../report/format.ts'
import { CommandError } from './ending.ts'
import { type Surroundings, say } from './surroundings.ts'

/**
 * The baseline as it can be compared with a run of these items: whole where the data are the same, else by the items
 * that both have.
 *
 * @throws CommandError where fewer than half of the items are in both: the difference would be one of the data.
 */
export function comparedBaseline(
  baseline: EvaluationRun,
  items: readonly AskedItem[],
  dataset: EvaluationRun['header']['dataset'],
  { stderr }: Surroundings,
): EvaluationRun {
  const { name, hash } = baseline.header.dataset
  if (hash === dataset.hash) return baseline
  const { common, added, removed, changed, baseline: restricted } = commonItems(baseline, items, dataset)
  const counts = [
    `${common} in both`,
    `${added} only in ${dataset.name}`,
    `${removed} only in the baseline's ${name}`,
    ...(changed > 0 ? [`${changed} with another input or ground truth`] : []),
  ].join(', ')
  if (added + removed + changed === 0)
    throw new CommandError(
      `the expected trajectories of ${dataset.name} were changed since the baseline: make a new baseline with \`verdict run --file <run file>\``,
    )
  if (2 * common < items.length)
    throw new CommandError(
      `the baseline is over other data, with too few items to compare (${counts}): make one over the same data with \`verdict run --file <run file>\``,
    )
  say(stderr, `Compared over ${formatNumberOf(common, 'item')} that did not change: ${counts}.`)
  return restricted
}

/** The items of a run, each once. */
export const itemsOf = ({ items }: EvaluationRun): AskedItem[] => [
  ...new Map(
    items.map(({ itemId, input, groundTruth }) => [itemId, { id: itemId, input, groundTruth }]),
  ).values(),
]
