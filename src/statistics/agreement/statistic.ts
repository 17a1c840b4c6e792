/** A statistic, or why these rows have none: a number is always a finite one. */
export type Statistic = { readonly value: number } | { readonly undefinedBecause: string }

export function undefinedBecause(reason: string): Statistic {
  return { undefinedBecause: reason }
}
