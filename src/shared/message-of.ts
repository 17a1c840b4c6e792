/** What whoever threw something says of it. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error)
