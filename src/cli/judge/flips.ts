import type { ItemRecord } from '../../evaluation/record.ts'

/** How one unit of an answer was judged over several repeats. */
export interface UnitFlips {
  readonly unit: string
  /** Verdict to how often it was given, the most frequent first. */
  readonly verdicts: readonly (readonly [verdict: string, times: number])[]
  /** How often the unit was judged: once a repeat, and more often where an answer makes the statement twice. */
  readonly judged: number
  /** The share of those judgements whose verdict is not the most frequent one: 0 for a judge that never changes its mind. */
  readonly flipRate: number
  /** The mean share, 0 to 1; absent where the judge gave none. */
  readonly meanShare?: number
}

/** The units of one scorer over the repeats of one item, in the order in which they first came. */
export function flipsOf(records: readonly ItemRecord[], scorerId: string): UnitFlips[] {
  const units = new Map<string, { verdicts: Map<string, number>; shares: number[] }>()
  for (const { scores } of records) {
    for (const { unit, verdict, share } of scores[scorerId]?.verdicts ?? []) {
      const seen = units.get(unit) ?? { verdicts: new Map<string, number>(), shares: [] }
      units.set(unit, seen)
      seen.verdicts.set(verdict, (seen.verdicts.get(verdict) ?? 0) + 1)
      if (share !== undefined) seen.shares.push(share)
    }
  }
  return [...units].map(([unit, { verdicts, shares }]) => {
    const counted = [...verdicts].sort(([, one], [, other]) => other - one)
    const judged = counted.reduce((sum, [, times]) => sum + times, 0)
    return {
      unit,
      verdicts: counted,
      judged,
      flipRate: 1 - (counted[0]?.[1] ?? 0) / judged,
      ...(shares.length === 0
        ? {}
        : { meanShare: shares.reduce((sum, one) => sum + one, 0) / shares.length }),
    }
  })
}
