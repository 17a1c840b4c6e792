import type { PeopleComparison, PeopleOfGroup } from '../../evaluation/comparison/people.ts'
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
export function peopleNote(summary: PeopleOfGroup | undefined): string | undefined {
  if (summary === undefined) return undefined
  const { people } = summary
  if (!('undefinedBecause' in people)) return people.note
  return people.labelsNeeded === undefined
    ? people.undefinedBecause
    : `What people would score takes ${formatNumberOf(people.labelsNeeded, 'label')}, drawn at random.`
}

/** By how much people would find one higher than another, with its interval, or why that is not known. */
export function peopleDifference(
  comparison: PeopleComparison | undefined,
  scale: number | undefined,
): string {
  if (comparison === undefined) return none
  const { people, labels, selfSelected } = comparison
  if ('undefinedBecause' in people)
    return people.labelsNeeded === undefined
      ? 'cannot be told'
      : `too few labels (${labels.baseline} and ${labels.candidate})`
  const { value, interval } = people
  const range =
    interval === undefined || selfSelected ? '' : ` (${formatDifferenceInterval(interval, scale)})`
  return `${formatDifference(value, scale)}${range}`
}
