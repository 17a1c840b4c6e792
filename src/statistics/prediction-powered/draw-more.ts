import { seededRandom } from '../../shared/random.ts'
import { drawWith } from './draw.ts'

/** Something that was, or was not, drawn before. */
export interface EarlierCandidate {
  readonly id: string
  /** With which it was drawn before, and with which it is to have been drawn after: at least as likely. */
  readonly before: number
  readonly after: number
  readonly isDrawn: boolean
  /** Each stratum is drawn from by itself. Default: all are one. */
  readonly stratum?: string
}

/**
 * Goes on with a draw: more things in addition to those that were drawn, so that each is drawn, in one draw or the
 * other, with its probability `after`. What was not drawn gets its second chance of (after − before) ∕ (1 − before).
 *
 * Of equal probabilities the number drawn is exact. Of others it is one more or less than the second chances of what
 * is left add up to, which depends on what was drawn before.
 *
 * @returns Ids of what is drawn in addition.
 * @throws RangeError for probabilities that are no such numbers, or that fall.
 */
export function drawMore(candidates: readonly EarlierCandidate[], seed: number): string[] {
  const random = seededRandom(seed)
  for (const { id, before, after } of candidates)
    if (!(before >= 0 && before <= after + 1e-9 && after <= 1))
      throw new RangeError(`${id} was drawn with ${before} and cannot be drawn with ${after}`)
  const strata = Map.groupBy(candidates, ({ stratum }) => stratum)
  return [...strata.values()].flatMap((members) => {
    const left = members.filter(({ isDrawn }) => !isDrawn)
    const chances = left.map(({ before, after }) =>
      // Equal probabilities that were computed twice may differ in their last digit.
      before >= 1 ? 0 : Math.max(0, (after - before) / (1 - before)),
    )
    return drawWith(chances, random).map((place) => left[place]?.id as string)
  })
}
