import type { PeopleEstimate } from '../../../statistics/prediction-powered/people-estimate.ts'

/** Drops the intervals where none is right: if people chose by themselves what to label, or contradict each other. */
export function withHonestIntervals<Found extends Record<'people' | 'labelsAlone', PeopleEstimate>>(
  found: Found,
  { selfSelected, ratersDisagree }: { readonly selfSelected: boolean; readonly ratersDisagree: boolean },
): Found {
  if (!selfSelected && !ratersDisagree) return found
  const without = (estimate: PeopleEstimate) => ({
    ...estimate,
    interval: undefined,
    ...(ratersDisagree && { note: 'No interval: the raters hardly agree.' }),
  })
  return { ...found, people: without(found.people), labelsAlone: without(found.labelsAlone) }
}
