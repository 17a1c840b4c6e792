/** Keeps what is there, so that a list may hold `condition && value`. */
export const compact = <Value>(values: readonly (Value | false | undefined)[]): Value[] =>
  values.filter((value): value is Value => value !== false && value !== undefined)
