import type { LabelledRow } from '../../../people/agreement/rows/labelled-row.ts'
import { CommandError } from '../../ending.ts'
import type { RowFlags } from '../../options/of-people.ts'
import { readingOf } from '../../options/project.ts'

/** How labelled rows are read: the file's fields, and what labels mean. */
export function rowsOf(flags: RowFlags) {
  const { value = {}, verdict, gradesAgainstScores } = flags
  const other = Object.entries(value).find(([, count]) => ![0, 0.5, 1].includes(Number(count || Number.NaN)))
  if (other !== undefined)
    throw new CommandError(`--value: the label ${other[0]} must count 1, 0 or 0.5, not ${other[1]}`)
  const counting = (count: number) => {
    const labels = Object.keys(value).filter((label) => Number(value[label]) === count)
    return labels.length === 0 ? undefined : labels
  }
  return {
    file: readingOf<keyof LabelledRow>(flags),
    labels: {
      ...{ positive: counting(1), negative: counting(0), between: counting(0.5), verdicts: verdict },
      higherGrade: gradesAgainstScores ? 'lower score' : undefined,
    },
  } as const
}
