import type { PeopleChangeOfGroup, PeopleOfGroup } from '../../run/people-estimates.ts'
import type { Cell } from '../document/table.ts'
import { estimateCell } from '../estimates.ts'
import { formatDifference, formatScore } from '../format-numbers.ts'

const withoutEstimate = (labelsNeeded: number | undefined, labels: string): Cell => ({
  text: labelsNeeded === undefined ? 'not known' : `too few labels (${labels})`,
})

/** Returns what people would score, for a table: a mean and its interval, or why there is none. */
export function peopleCell(summary: PeopleOfGroup | undefined, scale: number | undefined): Cell | undefined {
  if (summary === undefined) return undefined
  const { people, labels } = summary
  if ('undefinedBecause' in people) return withoutEstimate(people.labelsNeeded, `${labels}`)
  return estimateCell(people, formatScore, scale)
}

/** Returns how much higher people would score one than another, for a table. */
export function peopleChangeCell(
  comparison: PeopleChangeOfGroup | undefined,
  scale: number | undefined,
): Cell | undefined {
  if (comparison === undefined) return undefined
  const { people, labels } = comparison
  if ('undefinedBecause' in people)
    return withoutEstimate(people.labelsNeeded, `${labels.baseline} and ${labels.candidate}`)
  return estimateCell(people, formatDifference, scale)
}
