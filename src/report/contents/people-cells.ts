import type { PeopleChangeOfGroup, PeopleOfGroup } from '../../evaluation/comparison/people.ts'
import {
  formatDifference,
  formatDifferenceInterval,
  formatInterval,
  formatNumberOf,
  formatScore,
  none,
} from '../format.ts'

/** What people would score, where a table has a place for it: a mean and its interval, or why there is none. */
export function peopleCells(
  summary: PeopleOfGroup | undefined,
  scale: number | undefined,
): { readonly value: string; readonly interval: string } {
  if (summary === undefined) return { value: none, interval: none }
  const { people, labels, selfSelected } = summary
  if ('undefinedBecause' in people)
    return people.labelsNeeded === undefined
      ? { value: 'cannot be told', interval: none }
      : { value: `too few labels (${labels})`, interval: none }
  const { value, interval } = people
  return {
    value: formatScore(value, scale),
    interval: interval === undefined || selfSelected ? none : formatInterval(interval, scale),
  }
}

/** What to know of such a cell, as a sentence; undefined where it says all. */
export function peopleNote(summary: Pick<PeopleOfGroup, 'people'> | undefined): string | undefined {
  if (summary === undefined) return undefined
  const { people } = summary
  if (!('undefinedBecause' in people)) return people.note
  return people.labelsNeeded === undefined
    ? people.undefinedBecause
    : `What people would score takes ${formatNumberOf(people.labelsNeeded, 'label')}, drawn at random.`
}

/** By how much people would find one higher than another, where a table has a place for it. */
export function peopleChangeCells(
  comparison: PeopleChangeOfGroup | undefined,
  scale: number | undefined,
): { readonly value: string; readonly interval: string } {
  if (comparison === undefined) return { value: none, interval: none }
  const { people, labels, selfSelected } = comparison
  if ('undefinedBecause' in people)
    return people.labelsNeeded === undefined
      ? { value: 'cannot be told', interval: none }
      : { value: `too few labels (${labels.baseline} and ${labels.candidate})`, interval: none }
  const { value, interval } = people
  return {
    value: formatDifference(value, scale),
    interval: interval === undefined || selfSelected ? none : formatDifferenceInterval(interval, scale),
  }
}

/** A value with its interval behind it, where there is one. */
export const withInterval = ({ value, interval }: { readonly value: string; readonly interval: string }) =>
  interval === none ? value : `${value} (${interval})`
