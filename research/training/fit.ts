import { softmax, type Verdict, verdicts, type Weights } from '../../src/judge/embedded/regression.ts'

export interface TrainingRow {
  readonly features: Readonly<Partial<Record<string, number>>>
  readonly label: Verdict
  /** How much the row counts; 1 is one row. */
  readonly weight: number
}

/**
 * Fits a multinomial logistic regression by Newton's method. The penalised likelihood is concave, so there is
 * one best fit, and it is found the same way every time.
 *
 * @param names The features to use.
 * @param penalty L2 penalty on the standardised slopes, above 0; intercepts are hardly penalised.
 */
export function fitRegression(
  rows: readonly TrainingRow[],
  names: readonly string[],
  penalty: number,
): Weights {
  const columns = names.map((name) => rows.map(({ features }) => features[name] as number))
  const means = columns.map(mean)
  const deviations = columns.map(deviation)
  const inputs = rows.map((_, row) =>
    Float64Array.of(
      1,
      ...columns.map(
        (column, k) => ((column[row] as number) - (means[k] as number)) / (deviations[k] as number),
      ),
    ),
  )
  const width = names.length + 1
  let coefficients = new Float64Array(width * verdicts.length)
  for (let iteration = 0; iteration < 50; iteration += 1) {
    const { gradient, curvature } = derivatives(rows, inputs, coefficients, penalty)
    const step = solve(curvature, gradient)
    coefficients = coefficients.map((value, index) => value + (step[index] as number))
    if (step.every((change) => Math.abs(change) < 1e-9)) {
      const of = (index: number) => [...coefficients.slice(index * width, (index + 1) * width)]
      return { features: names, means, deviations, coefficients: { yes: of(0), unsure: of(1), no: of(2) } }
    }
  }
  throw new Error('the fit did not converge')
}

/** Of the penalised log likelihood: its gradient, and the negative of its second derivatives. */
function derivatives(
  rows: readonly TrainingRow[],
  inputs: readonly Float64Array[],
  coefficients: Float64Array,
  penalty: number,
): { gradient: Float64Array; curvature: Float64Array[] } {
  const size = coefficients.length
  const width = size / verdicts.length
  const penaltyAt = (index: number) => (index % width === 0 ? 1e-3 : penalty)
  const gradient = coefficients.map((value, index) => -penaltyAt(index) * value)
  const curvature = Array.from({ length: size }, (_, index) => {
    const row = new Float64Array(size)
    row[index] = penaltyAt(index)
    return row
  })
  for (const [number, { label, weight }] of rows.entries()) {
    const input = inputs[number] as Float64Array
    const probabilities = softmax(
      verdicts.map((_, k) =>
        input.reduce((sum, x, j) => sum + x * (coefficients[k * width + j] as number), 0),
      ),
    )
    for (const [k, verdict] of verdicts.entries()) {
      const p = probabilities[k] as number
      addScaled(gradient, k * width, input, weight * ((label === verdict ? 1 : 0) - p))
      for (const [l, q] of probabilities.entries()) {
        const spread = weight * p * ((k === l ? 1 : 0) - q)
        for (let i = 0; i < width; i += 1)
          addScaled(curvature[k * width + i] as Float64Array, l * width, input, spread * (input[i] as number))
      }
    }
  }
  return { gradient, curvature }
}

function addScaled(target: Float64Array, offset: number, source: Float64Array, factor: number): void {
  for (let index = 0; index < source.length; index += 1)
    target[offset + index] = (target[offset + index] as number) + factor * (source[index] as number)
}

/** Solves a symmetric positive definite system by Gaussian elimination. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const rows = matrix.map((row, index) => [...row, right[index] as number])
  for (const [pivot, top] of rows.entries()) {
    for (const row of rows.slice(pivot + 1)) {
      const factor = (row[pivot] as number) / (top[pivot] as number)
      if (factor === 0) continue
      for (let column = pivot; column < row.length; column += 1)
        row[column] = (row[column] as number) - factor * (top[column] as number)
    }
  }
  const solution = new Float64Array(right.length)
  for (let index = right.length - 1; index >= 0; index -= 1) {
    const row = rows[index] as number[]
    let rest = row[right.length] as number
    for (let column = index + 1; column < right.length; column += 1)
      rest -= (row[column] as number) * (solution[column] as number)
    solution[index] = rest / (row[index] as number)
  }
  return solution
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function deviation(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2))) || 1
}

/** A number from 0 to 9 by the FNV-1a hash of the group, the same everywhere. */
export function tenth(group: string): string {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(group)) hash = Math.imul(hash ^ byte, 0x01000193)
  return `tenth ${(((hash ^ (hash >>> 15)) >>> 0) % 10).toString()}`
}
