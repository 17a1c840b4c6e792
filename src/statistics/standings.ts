/** The verdict on the second of two variants: better or worse than the first, or inconclusive. */
export interface PairVerdict {
  readonly first: string
  readonly second: string
  readonly verdict: 'better' | 'worse' | 'cannot tell'
}

export interface Standings {
  /** Each variant among the others, best mean first, those without one last, whatever the verdicts. */
  readonly variants: readonly {
    readonly variant: string
    /** Absent if nothing was scored. */
    readonly mean?: number
    /** The variants that it is better than, and those that are better than it. */
    readonly aheadOf: readonly string[]
    readonly behind: readonly string[]
    /** The variants that it cannot be distinguished from, even if one of those is ahead of another. */
    readonly notApartFrom: readonly string[]
  }[]
  /** The variants that are ahead of some and behind none; empty if all may be equal. */
  readonly leaders: readonly string[]
  /** The pairs that cannot be distinguished. */
  readonly undecided: readonly PairVerdict[]
}

export function everyPair<Thing>(things: readonly Thing[]): [Thing, Thing][] {
  return things.flatMap((first, index) =>
    things.slice(index + 1).map((second): [Thing, Thing] => [first, second]),
  )
}

/**
 * Ranks variants by one scorer, from the verdicts on each pair. The verdicts must be decided together over all pairs of
 * all scorers: the probability that any variant is put ahead of another without a difference is then at most 1 − level.
 *
 * Indistinguishability does not carry over: if A is ahead of C, B may be indistinguishable from both.
 *
 * @param lowerIsBetter The scorer's direction, for the order of means; verdicts already include it.
 * @throws TypeError unless there is one verdict for each pair of variants.
 */
export function standings(
  variants: readonly { readonly variant: string; readonly mean?: number }[],
  verdicts: readonly PairVerdict[],
  lowerIsBetter: boolean,
): Standings {
  checkPairs(variants, verdicts)
  const worst = lowerIsBetter ? Infinity : -Infinity
  const sorted = variants.toSorted((one, other) => {
    const first = one.mean ?? worst
    const second = other.mean ?? worst
    return first === second ? 0 : first < second === lowerIsBetter ? -1 : 1
  })
  const order = sorted.map(({ variant }) => variant)
  const described = sorted.map(({ variant, mean }): Standings['variants'][number] => {
    const others = (verdict: PairVerdict['verdict'], opposite: PairVerdict['verdict']) =>
      verdicts
        .flatMap((pair) => {
          if (pair.second === variant && pair.verdict === verdict) return [pair.first]
          return pair.first === variant && pair.verdict === opposite ? [pair.second] : []
        })
        .sort((one, other) => order.indexOf(one) - order.indexOf(other))
    return {
      variant,
      ...(mean === undefined ? {} : { mean }),
      aheadOf: others('better', 'worse'),
      behind: others('worse', 'better'),
      notApartFrom: others('cannot tell', 'cannot tell'),
    }
  })
  return {
    variants: described,
    leaders: described
      .filter(({ aheadOf, behind }) => aheadOf.length > 0 && behind.length === 0)
      .map(({ variant }) => variant),
    undecided: verdicts.filter(({ verdict }) => verdict === 'cannot tell'),
  }
}

function checkPairs(
  variants: readonly { readonly variant: string; readonly mean?: number }[],
  verdicts: readonly PairVerdict[],
): void {
  const toKey = (pair: readonly string[]) => JSON.stringify(pair.toSorted())
  const names = variants.map(({ variant }) => variant)
  const wanted = new Set(everyPair(names).map(toKey))
  const given = new Set(verdicts.map(({ first, second }) => toKey([first, second])))
  const complete =
    wanted.size === verdicts.length &&
    given.size === wanted.size &&
    [...given].every((key) => wanted.has(key))
  if (new Set(names).size < names.length || !complete)
    throw new TypeError(`standings: there must be one verdict for each two of ${names.join(', ')}`)
}
