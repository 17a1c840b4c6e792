import type { PeopleEstimate } from './estimate.ts'
import type { LabelledRun } from './labelled-run.ts'

/** Of a part of a run: why its labels say nothing, where nobody had a chance to label the others of the part. */
export function sureAlone({ items, labels }: LabelledRun): PeopleEstimate | undefined {
  const labelled = new Set(labels.map(({ item }) => item)).size
  const isSure = labels.every(({ probability }) => probability === 1)
  if (labelled === 0 || labelled === items.length || !isSure) return undefined
  return {
    undefinedBecause:
      'All labels are of items that were sure to be drawn, and none of those that were not: nothing is known of these.',
  }
}
