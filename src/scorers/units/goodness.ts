export interface Direction {
  /** Default false. */
  readonly lowerIsBetter?: boolean
}

/**
 * Returns how good a unit is, 0 to 1. Its credit is what it adds to the score. Run files keep how good it is: a second
 * call gives the credit back.
 */
export const goodness = (credit: number, { lowerIsBetter = false }: Direction) =>
  lowerIsBetter ? 1 - credit : credit
