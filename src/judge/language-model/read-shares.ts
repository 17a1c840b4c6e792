export const isMixed = (shares: readonly number[]) =>
  shares.some((share) => share > 0 && share < 1) && shares.some((share) => share > 1)

/**
 * Reads what a reply says of its readers as a share, 0 to 1.
 *
 * @param isLowest Whether the verdict is the one for which no reader says yes.
 * @returns Undefined for a number that is no share.
 */
export type ShareReader = (readers: number, isLowest: boolean) => number | undefined

/**
 * Returns how to read the shares of a reply. If all lie between 0 and 1, and one of them is not a whole number, they
 * are fractions. If they are only 0 and 1, a 1 is 1 of 100 readers or all of them: the lowest verdict tells that it is
 * 1 of 100, and no other verdict tells.
 *
 * @param all Every share of the reply.
 */
export function shareReader(all: readonly number[]): ShareReader {
  const mayBeFractions = all.some((share) => share > 0) && all.every((share) => share >= 0 && share <= 1)
  if (!mayBeFractions) return (readers) => (readers >= 0 && readers <= 100 ? readers / 100 : undefined)
  return all.every(Number.isInteger)
    ? (readers, isLowest) => (readers === 0 || isLowest ? readers / 100 : undefined)
    : (fraction) => fraction
}
