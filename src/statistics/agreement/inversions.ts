/** How many pairs are out of order, a larger number standing before a smaller: by merging. */
export function inversions(values: Float64Array): number {
  let from = Float64Array.from(values)
  let to = new Float64Array(values.length)
  let total = 0
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width)
      total += merge(
        from,
        to,
        start,
        Math.min(start + width, values.length),
        Math.min(start + 2 * width, values.length),
      )
    ;[from, to] = [to, from]
  }
  return total
}

/** Each number taken from the right stands behind all that are left on the left. */
function merge(from: Float64Array, to: Float64Array, start: number, middle: number, end: number): number {
  let left = start
  let right = middle
  let total = 0
  for (let at = start; at < end; at++) {
    if (left < middle && (right >= end || (from[left] as number) <= (from[right] as number)))
      to[at] = from[left++] as number
    else {
      total += middle - left
      to[at] = from[right++] as number
    }
  }
  return total
}
