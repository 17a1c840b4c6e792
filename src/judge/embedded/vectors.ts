/**
 * Cosine of two vectors, -1 to 1, to four decimals: the encoder's last digits depend on what else is in its
 * batch, and an answer must not.
 */
export function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0
  let squaresOfA = 0
  let squaresOfB = 0
  for (const [index, value] of a.entries()) {
    const other = b[index] as number
    product += value * other
    squaresOfA += value * value
    squaresOfB += other * other
  }
  return Math.round((product / Math.sqrt(squaresOfA * squaresOfB)) * 1e4) / 1e4
}
