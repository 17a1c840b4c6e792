export const verdicts = ['yes', 'unsure', 'no'] as const
export type Verdict = (typeof verdicts)[number]
export type Probabilities = Readonly<Record<Verdict, number>>

/** A multinomial logistic regression over named, standardised features. */
export interface Weights {
  readonly features: readonly string[]
  readonly means: readonly number[]
  readonly deviations: readonly number[]
  /** For each verdict its intercept, then one number per feature. */
  readonly coefficients: Readonly<Record<Verdict, readonly number[]>>
}

/** Returns the probability of each verdict, summing to 1. */
export function predict(
  weights: Weights,
  features: Readonly<Partial<Record<string, number>>>,
): Probabilities {
  const row = weights.features.map((name, index) => {
    const value = features[name]
    if (value === undefined) throw new TypeError(`feature ${name} is missing`)
    return (value - at(weights.means, index)) / at(weights.deviations, index)
  })
  const [yes, unsure, no] = softmax(
    verdicts.map((verdict) => {
      const [intercept = 0, ...slopes] = weights.coefficients[verdict]
      return slopes.reduce((sum, slope, index) => sum + slope * at(row, index), intercept)
    }),
  )
  return { yes: yes as number, unsure: unsure as number, no: no as number }
}

export function softmax(logits: readonly number[]): number[] {
  const highest = Math.max(...logits)
  const powers = logits.map((logit) => Math.exp(logit - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] as number
}
