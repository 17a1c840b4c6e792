import type { PeopleEstimate } from '../../../statistics/prediction-powered/estimate.ts'

interface Estimates {
  readonly people: PeopleEstimate
  readonly labelsAlone: PeopleEstimate
}

/** Drops the intervals if people chose by themselves what to label: none is right then. */
export function withHonestIntervals<Found extends Estimates>(found: Found, selfSelected: boolean): Found {
  if (!selfSelected) return found
  const { people, labelsAlone } = found
  return {
    ...found,
    people: { ...people, interval: undefined },
    labelsAlone: { ...labelsAlone, interval: undefined },
  }
}
