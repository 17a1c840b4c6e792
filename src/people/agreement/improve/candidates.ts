import { type JudgeChange, longestGuideline } from '../../../judge/composed/improved/improvement.ts'
import type { JsonObject, Judge } from '../../../judge/contract.ts'
import type { Measure } from '../../../scorers/common/finish-scorer.ts'
import { messageOf } from '../../../shared/message-of.ts'
import { fitCalibration } from '../fit/fit-calibration.ts'
import type { ImproveMaterial, Values } from './material.ts'

/** The judge as it is set: what candidates are compared with. */
export const asSet = 'as it is set'

/** In place of the words that the judge writes later: as long as they may be. */
export const guidelineToCome = '…'.repeat(longestGuideline)

/**
 * What is tried before all else, since it is likelier to help: the order in which candidates are given up where a
 * budget does not reach.
 */
export function changesOf({ basis }: Measure, examples: readonly JsonObject[]): JudgeChange[] {
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

/** Options that stand for yes and for no, by what they count; undefined where there is not one of each. */
function endsOf({ used: { record }, reading }: ImproveMaterial) {
  const [positive, negative] = [1, 0].map((credit) => {
    const [option, another] = (record.question?.options ?? []).filter((one) => one.credit === credit)
    return another === undefined ? option?.name : undefined
  })
  const isWhole = positive !== undefined && negative !== undefined
  return reading.kind === 'grade' || !isWhole ? undefined : { positive, negative }
}

/** Why no threshold can be fitted to the labels, as far as is known before anything is asked. */
export function whyUncalibrated(material: ImproveMaterial): string | undefined {
  if (endsOf(material) === undefined) return 'the labels are not about one question with a yes and a no'
  return material.used.record.lowerIsBetter
    ? 'lower scores are better, but shares count the other way round'
    : undefined
}

/** Verdicts by a threshold that is fitted to labels, or why there is no such candidate. */
export function calibrationOf(material: ImproveMaterial, values: Values, judge: Judge): JudgeChange | string {
  const ends = endsOf(material)
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
    if (error instanceof RangeError) return messageOf(error).replace(/^fitCalibration: /, '')
    throw error
  }
}
