/** What a comparison of two variants says of the second: it is better or worse than the first, or cannot be told. */
export interface PairVerdict {
  readonly first: string
  readonly second: string
  readonly verdict: 'better' | 'worse' | 'cannot tell'
}

export interface Standings {
  /** Each variant among the others: the best mean first, those without one last. The order of means is none of verdicts. */
  readonly variants: readonly {
    readonly variant: string
    /** Absent where nothing was scored. */
    readonly mean?: number
    /** The variants that it is better than, and those that are better than it. */
    readonly aheadOf: readonly string[]
    readonly behind: readonly string[]
    /** That it cannot be told apart from. A variant may be here for two of which one is ahead of the other. */
    readonly notApartFrom: readonly string[]
  }[]
  /** Those that nobody is ahead of and that are ahead of somebody; none where all may be alike. */
  readonly leaders: readonly string[]
  /** The pairs that cannot be told apart. */
  readonly undecided: readonly PairVerdict[]
}

/** Each two of them, in their order. */
export function everyPair<Thing>(things: readonly Thing[]): [Thing, Thing][] {
  return things.flatMap((first, index) =>
    things.slice(index + 1).map((second): [Thing, Thing] => [first, second]),
  )
}

/**
 * Who is ahead of whom by one scorer, from the verdicts on each two variants. The p-values behind the verdicts must
 * be corrected for all pairs of all scorers at once (`holm`): then any variant is put ahead of another without a
 * difference with a probability of at most 1 − level.
 *
 * "Cannot be told apart" does not carry over: where A is ahead of C, B may be told apart from neither.
 *
 * @param lowerIsBetter Of the scorer, for the order of means; verdicts have it in them.
 * @throws TypeError unless there is one verdict for each two variants.
 */
export function standings(
  variants: readonly { readonly variant: string; readonly mean?: number }[],
  verdicts: readonly PairVerdict[],
  lowerIsBetter: boolean,
): Standings {
  checkPairs(variants, verdicts)
  const worst = lowerIsBetter ? Infinity : -Infinity
  const sorted = variants.toSorted((one, other) => {
    const [first, second] = [one.mean ?? worst, other.mean ?? worst]
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
  const keyOf = (pair: readonly string[]) => JSON.stringify(pair.toSorted())
  const names = variants.map(({ variant }) => variant)
  const wanted = new Set(everyPair(names).map(keyOf))
  const given = new Set(verdicts.map(({ first, second }) => keyOf([first, second])))
  const complete =
    wanted.size === verdicts.length &&
    given.size === wanted.size &&
    [...given].every((key) => wanted.has(key))
  if (new Set(names).size < names.length || !complete)
    throw new TypeError(`standings: there must be one verdict for each two of ${names.join(', ')}`)
}
