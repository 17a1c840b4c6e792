import type { Sample } from './sample.ts'

/** What was drawn, or could have been: of each unit how many items it has and what they add up to. */
export interface Units {
  readonly sizes: Float64Array
  /** Sums of the judge's scores. */
  readonly scores: Float64Array
  /** Sums of people's labels, in the order of the sample's `drawn`. */
  readonly labels: Float64Array
}

/**
 * @param scoreOf What is done to each score first, and `labelOf` to each label: for shares below a value. Default:
 * nothing.
 */
export function toUnits(
  { scores, labelled, labels, unitOf, strata, drawn }: Sample,
  scoreOf = (score: number) => score,
  labelOf = (label: number) => label,
): Units {
  const units = strata.length
  const sizes = new Float64Array(units)
  const scoreSums = new Float64Array(units)
  const labelSums = new Float64Array(units)
  for (let place = 0; place < scores.length; place++) {
    const unit = unitOf[place] as number
    sizes[unit] = (sizes[unit] as number) + 1
    scoreSums[unit] = (scoreSums[unit] as number) + scoreOf(scores[place] as number)
  }
  for (const [index, place] of labelled.entries()) {
    const unit = unitOf[place] as number
    labelSums[unit] = (labelSums[unit] as number) + labelOf(labels[index] as number)
  }
  return { sizes, scores: scoreSums, labels: Float64Array.from(drawn, (unit) => labelSums[unit] as number) }
}
