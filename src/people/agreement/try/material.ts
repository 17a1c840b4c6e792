import { readScorers, type UsedScorer } from '../../../evaluation/scoring/scorers.ts'
import { measureOf } from '../../../scorers/common/finish-scorer.ts'
import { checkLabels, labelOfRow, type RowLabel } from '../labels/label-of-row.ts'
import { type Reading, readingOf } from '../labels/reading.ts'
import { dataOf } from '../measure-agreement.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'
import type { TrialOptions } from './options.ts'

/** What settings are tried on. */
export interface TrialMaterial {
  readonly used: UsedScorer
  readonly data: LabelledData
  readonly reading: Reading
  /** Rows that have a label, neither divided nor half way between. */
  readonly rows: readonly { readonly row: CheckedRow; readonly label: RowLabel }[]
}

/** With 30 a setting that changes nothing was to be taken in up to 8 % (research/simulate-trial.ts). */
const fewestRows = 60

/** @throws TypeError for a scorer whose requests cannot be changed; RangeError where labels are too few. */
export async function materialOf(options: TrialOptions): Promise<TrialMaterial> {
  const [used] = readScorers([options.scorer])
  if (used === undefined) throw new TypeError('trySettings: scorer is missing')
  if (measureOf(used.scorer) === undefined)
    throw new TypeError(
      `trySettings: ${used.record.id} is no scorer of this package: how it asks its judge cannot be changed`,
    )
  const data = await dataOf(options.data)
  const reading = options.reading ?? readingOf(data, options, used.record.lowerIsBetter)
  checkLabels(data, reading, 'trySettings')
  const rows = data.rows.flatMap((row) => {
    const label = labelOfRow(row, reading)
    return label === undefined || (reading.kind === 'class' && label.target === 0.5) ? [] : [{ row, label }]
  })
  if (rows.length < fewestRows)
    throw new RangeError(
      `trySettings: ${rows.length} labelled rows are too few to see what a setting changes: label at least ${fewestRows}, better 100 or more`,
    )
  return { used, data, reading, rows }
}
