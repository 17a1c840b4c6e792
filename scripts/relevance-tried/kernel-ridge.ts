/** Rows of numbers, each column with mean 0 and deviation 1. */
export function standardised(rows: readonly Float64Array[]): Float64Array[] {
  const width = rows[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, column) => {
    const values = rows.map((row) => row[column] as number)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    return { mean, deviation: Math.sqrt(variance) || 1 }
  })
  return rows.map((row) =>
    row.map((value, column) => {
      const { mean, deviation } = columns[column] as { mean: number; deviation: number }
      return (value - mean) / deviation
    }),
  )
}

/** The matrix of a kernel over rows. */
export function matrixOf(
  rows: readonly Float64Array[],
  kernel: (a: Float64Array, b: Float64Array) => number,
): Float64Array[] {
  return rows.map((a) => Float64Array.from(rows, (b) => kernel(a, b)))
}

/** The mean product of two rows. */
export function meanProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number)
  return sum / a.length
}

/** Near rows are alike, far ones are not. */
export function gaussian(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += ((a[index] as number) - (b[index] as number)) ** 2
  return Math.exp((-0.1 * sum) / a.length)
}

/**
 * Kernel ridge regression with penalty 1: what it says of the rows that are left out.
 *
 * @param weights How much each row counts, above 0.
 */
export function ridge(
  matrix: readonly Float64Array[],
  targets: readonly number[],
  weights: readonly number[],
  isLeftOut: (row: number) => boolean,
): Map<number, number> {
  const kept = targets.flatMap((_, row) => (isLeftOut(row) ? [] : [row]))
  const at = (list: readonly number[], row: number) => list[row] as number
  const total = kept.reduce((sum, row) => sum + at(weights, row), 0)
  const centre = kept.reduce((sum, row) => sum + at(weights, row) * at(targets, row), 0) / total
  const system = kept.map((row, index) => {
    const line = Float64Array.from(kept, (other) => matrix[row]?.[other] as number)
    line[index] = (line[index] as number) + 1 / at(weights, row)
    return line
  })
  const solution = solve(
    system,
    kept.map((row) => at(targets, row) - centre),
  )
  const said = new Map<number, number>()
  for (const [row] of targets.entries()) {
    if (!isLeftOut(row)) continue
    said.set(
      row,
      kept.reduce(
        (sum, other, index) => sum + (matrix[row]?.[other] as number) * (solution[index] as number),
        centre,
      ),
    )
  }
  return said
}

/** Solves a symmetric positive definite system by Cholesky's method, in place. */
function solve(system: readonly Float64Array[], right: readonly number[]): Float64Array {
  const size = right.length
  const cell = (row: number, column: number) => (system[row] as Float64Array)[column] as number
  const dot = (a: Float64Array, b: Float64Array, length: number) => {
    let sum = 0
    for (let index = 0; index < length; index += 1) sum += (a[index] as number) * (b[index] as number)
    return sum
  }
  for (const [row, line] of system.entries()) {
    for (let column = 0; column < row; column += 1) {
      const other = system[column] as Float64Array
      line[column] = (cell(row, column) - dot(line, other, column)) / cell(column, column)
    }
    line[row] = Math.sqrt(cell(row, row) - dot(line, line, row))
  }
  const half = new Float64Array(size)
  for (const [row, line] of system.entries())
    half[row] = ((right[row] as number) - dot(line, half, row)) / cell(row, row)
  const solution = new Float64Array(size)
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = half[row] as number
    for (let later = row + 1; later < size; later += 1) rest -= cell(later, row) * (solution[later] as number)
    solution[row] = rest / cell(row, row)
  }
  return solution
}
