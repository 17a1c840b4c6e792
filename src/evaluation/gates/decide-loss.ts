import type { ScorerRecord } from '../../run/record.ts'
import { formatNumber } from '../../shared/format-number.ts'
import type { Interval } from '../../statistics/resampling.ts'
import { isAbove } from './decide-by-interval.ts'
import { formatInterval } from './format-finding.ts'
import type { GateResult } from './gate.ts'
import type { ReadGates } from './read-gates.ts'

/** The default loss allowed for a mean, as a fraction of the scale. */
const usualLoss = 0.05

/** The confidence required to rule out a larger loss: a larger one passes in at most 20 of 100 runs. */
export const confidence = 0.8

/** The fewest items or groups that can decide anything: two that gained say nothing about how much others vary. */
export const fewestToDecide = 6

export interface Allowance {
  readonly loss: number
  readonly isDefault: boolean
}

/** Returns undefined if the scorer is not compared: if some have a loss of their own, only those are. */
export function findAllowance(
  { id, scale = 1 }: ScorerRecord,
  { all, byScorer }: ReadGates['losses'],
): Allowance | undefined {
  const loss = byScorer.get(id) ?? all
  if (loss !== undefined) return { loss, isDefault: false }
  return byScorer.size === 0 ? { loss: usualLoss * scale, isDefault: true } : undefined
}

/** Returns, for example, 'allowed loss 0.05 (the default)'. */
export const allowedText = ({ loss, isDefault }: Allowance) =>
  `allowed loss ${formatNumber(loss)}${isDefault ? ' (the default)' : ''}`

/** Bounds of the gain, where a loss is negative, for scores by the judge or by people. */
export interface LossBounds {
  /** The interval of the difference, at the joint level. */
  readonly interval?: Interval
  readonly together?: { readonly comparisons: number; readonly level: number }
  readonly isWorse: boolean
  /** Upper bound of the gain, at the joint level of all comparisons; absent without an interval. */
  readonly best?: number
  /** Likely upper bound of the gain: exceeded in any of the comparisons with probability 0.2 at most. */
  readonly likelyBest: number
  /** Lower bound of the gain with 80 % confidence; absent if its variation is unknown. */
  readonly sureOf?: number
  /** '; about 160 items like these would rule it out if nothing was lost', or an empty string. */
  readonly wanted: string
}

/**
 * Decides whether more was lost than allowed.
 *
 * Fails if that is shown: over all comparisons together, the probability that any scorer within its limit fails is at
 * most 1 − level. Passes if a larger loss is ruled out with 80 % confidence. With an explicit limit, anything else is
 * inconclusive. With the default limit, the question is whether the run is worse: it then passes unless a loss is shown
 * or likely.
 */
export function decideLoss(
  { interval, together, isWorse, best, likelyBest, sureOf, wanted }: LossBounds,
  allowance: Allowance,
  changed: string,
): [GateResult, string] {
  const { loss, isDefault } = allowance
  const found = `${changed}${interval === undefined ? '' : `, ${formatInterval(interval, together)}`}; ${allowedText(allowance)}`
  const isBeyond = best !== undefined && isAbove(-loss, best)
  if (isBeyond) return ['failed', `${found}, and all of the interval is worse`]
  // The joint interval may reach 0 if the others had to be decided first.
  if (loss === 0 && isWorse) return ['failed', `${found}, and it is worse, decided in a later step`]
  if (sureOf !== undefined && !isAbove(-loss, sureOf))
    return ['passed', `${found}, and it is 80 % sure that no more was lost`]
  if (isDefault && !isWorse && !isAbove(-loss, likelyBest))
    return ['passed', `${found}; a larger loss is neither shown nor ruled out${wanted}`]
  const open =
    isDefault && isAbove(-loss, likelyBest)
      ? 'is likely (80 %), but not shown'
      : 'can neither be shown nor ruled out'
  return ['cannot tell', `${found}, and a larger loss ${open}${wanted}`]
}
