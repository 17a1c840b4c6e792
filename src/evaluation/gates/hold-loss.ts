import type { ScorerRecord } from '../../run/record.ts'
import { formatNumber } from '../../shared/format-number.ts'
import type { Interval } from '../../statistics/resampling.ts'
import { formatInterval, isAbove } from './format.ts'
import type { Losses } from './gate-options.ts'
import type { GateResult } from './types.ts'

/** What a mean may lose if nothing else is said, as a part of the scale. */
const usualLoss = 0.05

/** How sure it has to be that no more was lost than is allowed: a larger loss passes in at most 20 of 100 runs. */
export const confidence = 0.8

/** How much a scorer may lose. */
export interface Allowance {
  readonly loss: number
  /** Whether nobody said it. */
  readonly isDefault: boolean
}

/** Undefined for a scorer that is not held against the baseline: where only some have a loss, it is for those. */
export function allowanceOf(
  { id, scale = 1 }: ScorerRecord,
  { all, byScorer }: Losses,
): Allowance | undefined {
  const loss = byScorer.get(id) ?? all
  if (loss !== undefined) return { loss, isDefault: false }
  return byScorer.size === 0 ? { loss: usualLoss * scale, isDefault: true } : undefined
}

/** 'a loss of 0.05 is allowed (by default)' */
export const allowedText = ({ loss, isDefault }: Allowance) =>
  `a loss of ${formatNumber(loss)} is allowed${isDefault ? ' (the default; set another with --gate loss)' : ''}`

/** How large a gain can be, a loss being negative, whether the judge or people scored. */
export interface LossBounds {
  /** That of the difference, as the comparison was decided. */
  readonly interval?: Interval
  readonly together?: { readonly comparisons: number; readonly level: number }
  /** Whether the comparison was decided: the whole interval is a loss. */
  readonly isWorse: boolean
  /** The most it can be, of all comparisons together at their level; absent without an interval. */
  readonly best?: number
  /** The most it is likely to be: of all comparisons together, any is larger with a probability of at most 0.2. */
  readonly likelyBest: number
  /** What it is at least with 80 %; absent where nothing is known of how it varies. */
  readonly sureOf?: number
  /** Whether there are enough of them to show any loss. */
  readonly canShow: boolean
  /** '; about 160 items like these would rule it out if nothing was lost', or nothing. */
  readonly wanted: string
}

/**
 * Whether more was lost than is allowed.
 *
 * Failed where that is shown: over all comparisons together, one that lost no more fails with a probability of at most
 * 1 − level. Passed where it is ruled out with 80 %, however few items there are, so that what is likely better passes.
 * If somebody has said what may be lost, all else cannot be told. If nobody has, the question is whether the run
 * is worse: then it passes unless a loss is shown or likely, or there are too few items to show one.
 */
export function holdLoss(
  { interval, together, isWorse, best, likelyBest, sureOf, canShow, wanted }: LossBounds,
  allowance: Allowance,
  changed: string,
): [GateResult, string] {
  const { loss, isDefault } = allowance
  const found = `${changed}${interval === undefined ? '' : `, ${formatInterval(interval, together)}`}; ${allowedText(allowance)}`
  if (best !== undefined && isAbove(-loss, best))
    return ['failed', `${found}, and all of the interval is worse`]
  if (sureOf !== undefined && !isAbove(-loss, sureOf))
    return ['passed', `${found}, and with 80 % confidence no more was lost`]
  if (isDefault && !canShow)
    return ['cannot tell', `${found}, and so few items cannot show a loss: at least 6 are needed`]
  if (isDefault && !isWorse && !isAbove(-loss, likelyBest))
    return ['passed', `${found}; a larger loss is neither shown nor ruled out${wanted}`]
  const open = isDefault ? 'is likely (80 %), but not shown' : 'can neither be shown nor ruled out'
  return ['cannot tell', `${found}, and a larger loss ${open}${wanted}`]
}
