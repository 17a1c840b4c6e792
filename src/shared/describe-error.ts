export const describeError = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error)
