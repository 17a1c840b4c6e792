/** A run whose records contradict each other, so that no statistic of it would be true. */
export class InconsistentRunError extends Error {
  override readonly name = 'InconsistentRunError'
}

/** Two runs that cannot be compared; the message says why, and what to do. */
export class RunsNotComparableError extends Error {
  override readonly name = 'RunsNotComparableError'
}
