import { formatQuantity } from '../../../report/format-numbers.ts'
import { readScorers, type UsedScorer } from '../../../run/scorer-entry.ts'
import { type Measure, readMeasure } from '../../../scorers/common/measure.ts'
import { canonicalJson } from '../../../shared/canonical-json.ts'
import { compact } from '../../../shared/compact.ts'
import { checkLabels, labelOfRow } from '../labels/label-of-row.ts'
import { chooseReading, type Reading } from '../labels/label-reading.ts'
import { withUsualLabels } from '../labels/usual-labels.ts'
import { readData } from '../measure-agreement.ts'
import { areAlone } from '../rows/labelled-row.ts'
import type { LabelledData } from '../rows/read-labelled.ts'
import type { ImproveOptions } from './options.ts'
import type { RowValue } from './sheets.ts'
import { countGroups, type LabelledPlace, type Parts, splitIntoParts, toTextKey } from './split-rows.ts'

/** Row id to a judge's value. */
export type Values = ReadonlyMap<string, RowValue>

/** The material for creating, selecting and testing candidates. */
export interface ImproveMaterial {
  readonly used: UsedScorer
  readonly measure: Measure
  readonly data: LabelledData
  readonly reading: Reading
  readonly rows: readonly LabelledPlace[]
  readonly parts: Parts
}

/** Half of them test the best candidate. */
const fewestRows = 60

/** @throws TypeError for a scorer whose judge cannot be changed; RangeError if there are too few labels. */
export async function gatherMaterial(options: ImproveOptions, seed: number): Promise<ImproveMaterial> {
  const [used] = readScorers([options.scorer])
  if (used === undefined) throw new TypeError('improveJudge: scorer is missing')
  const measure = readMeasure(used.scorer)
  if (measure === undefined)
    throw new TypeError(
      `improveJudge: ${used.record.id} is not a scorer of this package: how it asks its judge cannot be changed`,
    )
  const given = await readData(options.data)
  const data = options.reading === undefined ? withUsualLabels(given, options) : given
  const reading = options.reading ?? chooseReading(data, options, used.record.lowerIsBetter)
  const rows = data.rows.flatMap((row) => {
    const label = labelOfRow(row, reading)
    return label === undefined || (reading.kind === 'class' && label.target === 0.5) ? [] : [{ row, label }]
  })
  const others = data.rows.length - rows.length
  if (rows.length < fewestRows)
    throw new RangeError(
      `${rows.length === 1 ? '1 labelled row is' : `${rows.length} labelled rows are`} too few to improve a judge and to show it${others === 0 ? '' : `, besides ${others} unsure or without a label`}: label at least ${fewestRows}, preferably 200 or more`,
    )
  checkLabels(data, reading)
  const parts = splitIntoParts(rows, seed, data.improve)
  for (const part of Object.values(parts) as Parts[keyof Parts][])
    if (new Set(part.map(({ label }) => label.target)).size < 2)
      throw new RangeError(
        `improveJudge: the labels cannot be split so that each part has both high and low ones: ${whyUnsplit(rows)}`,
      )
  return { used, measure, data, reading, rows, parts }
}

/** A text that another group has, too, stays in one part alone. */
function whyUnsplit(rows: readonly LabelledPlace[]): string {
  const targets = rows.map(({ label }) => label.target)
  const middle = (Math.min(...targets) + Math.max(...targets)) / 2
  const byText = Map.groupBy(rows, ({ row }) => toTextKey(row))
  const own = rows.filter(({ row }) => countGroups(byText.get(toTextKey(row)) ?? []) === 1)
  const low = own.filter(({ label }) => label.target < middle).length
  return `they come from ${formatQuantity(countGroups(rows), 'group')}, in which ${own.length - low} high and ${low} low ones have a text that no other group has: label answers to other questions, and more of the rarer kind`
}

/** Returns the number of rows whose text occurs again with another label. */
export function contradictedIn({ rows }: ImproveMaterial): number {
  const byText = Map.groupBy(rows, ({ row }) =>
    canonicalJson([row.input ?? null, row.context, row.statement ?? row.output]),
  )
  const differ = (of: ImproveMaterial['rows']) => new Set(of.map(({ label }) => label.target)).size > 1
  return [...byText.values()].filter(differ).flat().length
}

export function listPartWarnings({ rows, data, parts }: ImproveMaterial, contradicted: number): string[] {
  const picked = data.improve?.chosen.length ?? 0
  const left = rows.length - Object.values<readonly unknown[]>({ ...parts }).flat().length
  return compact([
    ...(data.warnings ?? []),
    picked > 0 &&
      `${picked} rows were chosen where the judge is in doubt; none of them is used to test. The test rows are a random draw from groups without chosen rows.`,
    left > 0 && `${left} rows have the same text as a row in another part, and are left out.`,
    contradicted > 0 &&
      `${contradicted} of ${rows.length} rows have the same text as another row but a different label: no judge can agree with both.`,
    areAlone(data.rows) &&
      'No rows share a group. Give rows about one question or document the same group: otherwise examples may reveal the answers of the test, and intervals are too narrow.',
  ])
}
