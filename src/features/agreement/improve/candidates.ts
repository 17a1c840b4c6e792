import { type JudgeChange, longestGuideline } from '../../../judge/composed/improved/improvement.ts'
import type { JsonObject, Judge } from '../../../judge/contract.ts'
import type { Measure } from '../../../scorers/common/measure.ts'
import { describeError } from '../../../shared/describe-error.ts'
import { checkRows, fitCalibration } from '../fit/fit-calibration.ts'
import type { ImproveMaterial, Values } from './gather-material.ts'

/** The judge with its current settings: the baseline for candidates. */
export const asSet = 'as it is set'

/** A placeholder of the greatest length for the guideline that the judge writes later. */
const guidelineToCome = '…'.repeat(longestGuideline)

/** Returns the changes to try, the most promising first. If the budget is short, the last are dropped first. */
export function listChanges({ basis }: Measure, examples: readonly JsonObject[]): JudgeChange[] {
  const { reading, options } = basis
  const otherOrder = options.optionOrder === '"reversed"' ? 'given' : 'reversed'
  const otherReading = reading === 'share' ? 'verdict' : 'share'
  return [
    { name: `weighting: '${otherReading}'`, weighting: otherReading },
    ...[4, 8, 2]
      .filter((count) => examples.length >= count)
      .map((count) => ({ name: `${count} examples`, examples: examples.slice(0, count) })),
    { name: 'guideline', guideline: guidelineToCome },
    ...[5, 1, 20].map((batchSize) => ({ name: `batchSize: ${batchSize}`, batchSize })),
    { name: `optionOrder: '${otherOrder}'`, optionOrder: otherOrder },
  ]
}

/** Returns the options for yes and no, by their credit; undefined without exactly one of each. */
function findYesAndNo({ used: { record }, reading }: ImproveMaterial) {
  const findOnly = (credit: number) => {
    const found = record.question?.options.filter((one) => one.credit === credit) ?? []
    return found.length === 1 ? found[0]?.name : undefined
  }
  const positive = findOnly(1)
  const negative = findOnly(0)
  const isWhole = positive !== undefined && negative !== undefined
  return reading.kind === 'grade' || !isWhole ? undefined : { positive, negative }
}

/** Returns why no threshold can be fitted to the labels, as far as is known before any request. */
export function whyUncalibrated(material: ImproveMaterial): string | undefined {
  if (findYesAndNo(material) === undefined) return 'the labels are not about one question with a yes and a no'
  if (material.used.record.lowerIsBetter)
    return 'lower scores are better, but shares count the other way round'
  // The judge may give some rows no share, so that fewer than these are left.
  return orWhyNot(() =>
    checkRows(
      rowsToFit(material, () => 0),
      'platt',
      5,
    ),
  )
}

/** Returns the rows from which the threshold is learned, those with a share. */
const rowsToFit = ({ parts }: ImproveMaterial, shareOf: (id: string) => number | undefined) =>
  parts.made.flatMap(({ row, label }) => {
    const grade = shareOf(row.id)
    return grade === undefined
      ? []
      : [{ grade, label: label.target === 1, group: row.group ?? `row ${row.id}` }]
  })

function orWhyNot<Made>(make: () => Made): Made | string {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) return describeError(error).replace(/^fitCalibration: /, '')
    throw error
  }
}

/** Returns a candidate with a threshold fitted to the labels, or why there is none. */
export function fitThreshold(material: ImproveMaterial, values: Values, judge: Judge): JudgeChange | string {
  const ends = findYesAndNo(material)
  const { question } = material.used.record
  if (ends === undefined || question === undefined) throw new Error('what cannot be calibrated is not tried')
  const rows = rowsToFit(material, (id) => values.get(id)?.share)
  const [name = '', version] = question.task.split('/')
  const task = { name, version: Number(version) }
  const fitted = { rows, judge: judge.id, task, grade: 'share', criterion: 'balanced accuracy' } as const
  const calibration = orWhyNot(() => fitCalibration({ ...fitted, ...ends }))
  return typeof calibration === 'string'
    ? calibration
    : { name: 'calibration', weighting: 'verdict', calibration }
}
