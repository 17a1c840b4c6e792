import type { SeenAndScored } from '../source/seen-and-scored.ts'
import type { SightEvent } from './events.ts'
import type { Teller } from './tell.ts'

/** Of scorers that are blind since now, or are not any more: those that no agent has by now among them. */
export function sightEvents(
  coverage: readonly SeenAndScored[],
  { blind, teller, now }: { blind: ReadonlySet<string>; teller: Teller; now: number },
): SightEvent[] {
  const covered = new Map(coverage.map((of) => [of.scorerId, of]))
  const whySighted = (of: SeenAndScored | undefined) => {
    if (of === undefined) return 'detached'
    return of.scoredLately > 0 ? 'scored' : 'no answers'
  }
  return [
    ...coverage
      .filter(({ scorerId, isBlind }) => isBlind && !blind.has(scorerId))
      .map(({ scorerId }) => teller.sight(scorerId, 'blind', now)),
    ...[...blind]
      .filter((scorerId) => covered.get(scorerId)?.isBlind !== true)
      .map((scorerId) => teller.sight(scorerId, whySighted(covered.get(scorerId)), now)),
  ]
}
