import type { LabelledGrade } from './folds.ts'

const mostSteps = 100
const smallestStep = 1e-10
/** Stops if a further step could save at most this part of the loss. */
const negligible = 1e-12
/** Added to the curvature, so that it is never zero. */
const ridge = 1e-12

/** −log of 1 / (1 + exp(−value)), without overflow. */
const softplus = (value: number) => Math.max(0, -value) + Math.log1p(Math.exp(-Math.abs(value)))
const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

/**
 * Fits a sigmoid of grades to labels, after Platt 1999: maximum likelihood with smoothed targets, (P + 1) / (P + 2) for
 * the P positive rows and 1 / (N + 2) for the N others, so that perfectly separable rows do not make the slope
 * infinite. Uses Newton's method with a line search that halves its step, as recommended by Lin, Lin and Weng 2007, "A
 * note on Platt's probabilistic outputs for support vector machines".
 *
 * @param rows Rows of both labels.
 * @throws RangeError if it does not converge.
 */
export function fitPlatt(rows: readonly LabelledGrade[]) {
  const positives = rows.filter(({ label }) => label).length
  const negatives = rows.length - positives
  const high = (positives + 1) / (positives + 2)
  const low = 1 / (negatives + 2)
  const points = rows.map(({ grade, label }) => ({ grade, target: label ? high : low }))

  let fit = { slope: 0, intercept: Math.log((positives + 1) / (negatives + 1)) }
  const loss = ({ slope, intercept }: typeof fit) =>
    points.reduce((total, { grade, target }) => {
      const value = slope * grade + intercept
      return total + target * softplus(value) + (1 - target) * softplus(-value)
    }, 0)

  let error = loss(fit)
  for (let step = 0; step < mostSteps; step += 1) {
    let bySlope = 0
    let byIntercept = 0
    let slopes = ridge
    let both = 0
    let intercepts = ridge
    for (const { grade, target } of points) {
      const probability = sigmoid(fit.slope * grade + fit.intercept)
      const difference = probability - target
      const weight = probability * (1 - probability)
      bySlope += grade * difference
      byIntercept += difference
      slopes += grade * grade * weight
      both += grade * weight
      intercepts += weight
    }
    const determinant = slopes * intercepts - both * both
    const ahead = {
      slope: -(intercepts * bySlope - both * byIntercept) / determinant,
      intercept: -(slopes * byIntercept - both * bySlope) / determinant,
    }
    const descent = bySlope * ahead.slope + byIntercept * ahead.intercept
    if (-descent <= negligible * Math.max(1, error)) return fit
    const along = (length: number) => ({
      slope: fit.slope + length * ahead.slope,
      intercept: fit.intercept + length * ahead.intercept,
    })
    let length = 1
    while (length >= smallestStep && loss(along(length)) > error + 1e-4 * length * descent) length /= 2
    // No step improves it: converged to machine precision.
    if (length < smallestStep) return fit
    fit = along(length)
    error = loss(fit)
  }
  throw new RangeError(`the sigmoid did not converge in ${mostSteps} steps`)
}

interface Block {
  readonly from: number
  readonly to: number
  readonly positives: number
  readonly rows: number
}

const part = ({ positives, rows }: Block) => positives / rows

/**
 * Fits an isotonic regression by pooling adjacent violators (Ayer et al. 1955; Zadrozny and Elkan 2002 for
 * probabilities): the non-decreasing curve with the least squared error on these rows.
 *
 * @returns Points from the lowest grade to the highest: the ends of each block of rows, with its share of positive
 * rows.
 */
export function fitIsotonic(rows: readonly LabelledGrade[]): [grade: number, probability: number][] {
  const byGrade = new Map<number, Block>()
  for (const { grade, label } of rows) {
    const { positives = 0, rows: count = 0 } = byGrade.get(grade) ?? {}
    byGrade.set(grade, { from: grade, to: grade, positives: positives + Number(label), rows: count + 1 })
  }
  const blocks: Block[] = []
  for (const next of [...byGrade.values()].sort((a, b) => a.from - b.from)) {
    let pooled = next
    for (let last = blocks.at(-1); last && part(last) >= part(pooled); last = blocks.at(-1)) {
      blocks.pop()
      pooled = {
        from: last.from,
        to: pooled.to,
        positives: last.positives + pooled.positives,
        rows: last.rows + pooled.rows,
      }
    }
    blocks.push(pooled)
  }
  return blocks.flatMap((block): [number, number][] =>
    block.from === block.to
      ? [[block.from, part(block)]]
      : [
          [block.from, part(block)],
          [block.to, part(block)],
        ],
  )
}
