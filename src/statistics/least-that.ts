const halvings = 40

/** Finds where a condition begins to hold between two numbers, by bisection; undefined if it does not at the end. */
export function leastThat(from: number, to: number, holds: (at: number) => boolean): number | undefined {
  if (!holds(to)) return undefined
  let low = from
  let high = to
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}
