import { formatScore } from '../../../report/format-numbers.ts'
import { countEach } from '../../../shared/count-each.ts'
import { formatNumber } from '../../../shared/format-number.ts'
import { krippendorffAlpha } from '../../../statistics/krippendorff-alpha.ts'
import { fewestRows } from '../../labels/next-step.ts'
import type { CheckedRow, Label } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'
import type { ClassReading, Reading } from './label-reading.ts'

export interface RowLabel {
  /** As people wrote it; with several raters, the majority or the mean of their grades. */
  readonly text: string
  /** 1 (positive), 0 (negative) or 0.5 (between); or a grade, negated if lower ones mean higher scores. */
  readonly target: number
}

export function toTarget(label: Label, { positive, negative }: ClassReading): number {
  if (positive.includes(String(label))) return 1
  return negative.includes(String(label)) ? 0 : 0.5
}

/** @returns Undefined if raters are divided, so that no label has a majority. */
export function labelOfRow({ label, labels }: CheckedRow, reading: Reading): RowLabel | undefined {
  const given = labels.filter((one) => one !== undefined)
  if (reading.kind === 'class') {
    const text = label === undefined ? mostFrequent(given.map(String)) : String(label)
    return text === undefined ? undefined : { text, target: toTarget(text, reading) }
  }
  const grade =
    label === undefined
      ? given.reduce<number>((sum, one) => sum + Number(one), 0) / given.length
      : Number(label)
  return {
    text: formatNumber(grade),
    target: reading.higherGrade === 'higher score' ? grade : -grade,
  }
}

function mostFrequent(labels: readonly string[]): string | undefined {
  const counts = countEach(labels)
  const most = Math.max(...counts.values())
  const found = [...counts.keys()].filter((label) => counts.get(label) === most)
  return found.length === 1 ? found[0] : undefined
}

/** Raters who contradict each other may have the same mean everywhere. */
function whySame(rows: LabelledData['rows']): string {
  const rated = rows.map(({ labels }) => ({
    ratings: labels.map((label) => (label === undefined ? undefined : Number(label))),
  }))
  const alpha = krippendorffAlpha(rated, 'interval')
  return 'value' in alpha
    ? `the means of the raters are the same for all rows, so nothing can agree with them; their labels differ (Krippendorff’s α ${formatScore(alpha.value)}): settle with them what each grade means, and label again`
    : 'all grades are the same: nothing can agree with them'
}

/** @throws RangeError if there are too few labels to measure agreement, before any judge is asked. */
export function checkLabels({ rows, warnings = [] }: LabelledData, reading: Reading): void {
  const labels = rows.flatMap((row) => labelOfRow(row, reading) ?? [])
  const divided = rows.length - labels.length
  const without =
    divided === 0 ? '' : ` (${divided} more ${divided === 1 ? 'has' : 'have'} raters who are evenly divided)`
  if (labels.length < fewestRows)
    throw new RangeError(
      [
        `${labels.length === 1 ? '1 labelled row is' : `${labels.length} labelled rows are`} too few${without}: label at least ${fewestRows}, preferably 100 or more`,
        ...warnings,
      ].join('. '),
    )
  if (reading.kind === 'grade') {
    if (new Set(labels.map(({ target }) => target)).size < 2) throw new RangeError(whySame(rows))
    return
  }
  for (const [name, target] of [
    ['positive', 1],
    ['negative', 0],
  ] as const) {
    const count = labels.filter((label) => label.target === target).length
    if (count < 2)
      throw new RangeError(
        `${count === 0 ? 'no row has' : 'only one row has'} a ${name} label${reading[name].length === 0 ? '' : ` (${reading[name].join(', ')})`}${without}: to measure agreement, label at least 2 rows of each kind`,
      )
  }
}
