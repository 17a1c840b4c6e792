/**
 * Ranks an answer by all that is known of it: the lower, the worse. Without an answer −2, with an unmet expectation −1,
 * otherwise its worst score as a share of the scale: 0 (bad) to 1 (good). Undefined if nothing is known, as for scorers
 * without a scale.
 */
export function rankAnswer(
  {
    failure,
    expectations = [],
    scores,
  }: {
    readonly failure?: unknown
    readonly expectations?: readonly { readonly met: boolean }[]
    readonly scores: readonly (number | undefined)[]
  },
  scorers: readonly { readonly scale?: number; readonly lowerIsBetter: boolean }[],
): number | undefined {
  if (failure !== undefined) return -2
  if (expectations.some(({ met }) => !met)) return -1
  const shares = scorers.flatMap(({ scale, lowerIsBetter }, index) => {
    const { [index]: score } = scores
    if (score === undefined || scale === undefined) return []
    return lowerIsBetter ? 1 - score / scale : score / scale
  })
  return shares.length === 0 ? undefined : Math.min(...shares)
}
