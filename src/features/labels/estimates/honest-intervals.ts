import type { PeopleEstimate } from '../../../statistics/prediction-powered/estimate.ts'

/** Drops the intervals if people chose by themselves what to label: none is right then. */
export function withHonestIntervals<Found extends Record<'people' | 'labelsAlone', PeopleEstimate>>(
  found: Found,
  selfSelected: boolean,
): Found {
  if (!selfSelected) return found
  const without = (estimate: PeopleEstimate) => ({ ...estimate, interval: undefined })
  return { ...found, people: without(found.people), labelsAlone: without(found.labelsAlone) }
}
