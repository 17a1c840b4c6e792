import { type JudgeChange, longestGuideline } from '../../../judge/composed/improved/improvement.ts'
import type { JsonObject, Judge } from '../../../judge/contract.ts'
import type { Measure } from '../../../scorers/common/measure.ts'
import { describeError } from '../../../shared/describe-error.ts'
import { fitCalibration } from '../fit/fit-calibration.ts'
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
  return material.used.record.lowerIsBetter
    ? 'lower scores are better, but shares count the other way round'
    : undefined
}

/** Returns a candidate with a threshold fitted to the labels, or why there is none. */
export function fitThreshold(material: ImproveMaterial, values: Values, judge: Judge): JudgeChange | string {
  const ends = findYesAndNo(material)
  const { question } = material.used.record
  if (ends === undefined || question === undefined) throw new Error('what cannot be calibrated is not tried')
  const rows = material.parts.made.flatMap(({ row, label }) => {
    const share = values.get(row.id)?.share
    return share === undefined
      ? []
      : [{ grade: share, label: label.target === 1, group: row.group ?? `row ${row.id}` }]
  })
  const [name = '', version] = question.task.split('/')
  const task = { name, version: Number(version) }
  try {
    const fitted = { rows, judge: judge.id, task, grade: 'share', criterion: 'balanced accuracy' } as const
    return { name: 'calibration', weighting: 'verdict', calibration: fitCalibration({ ...fitted, ...ends }) }
  } catch (error) {
    if (error instanceof RangeError) return describeError(error).replace(/^fitCalibration: /, '')
    throw error
  }
}
