import type { ChoiceAnswer, ChoiceQuestion } from '../../judge/contract.ts'
import { computeWeightedMean } from '../../statistics/mean.ts'
import { withoutRounding } from './aggregates.ts'
import { isGraded, type Weighting } from './weighting.ts'

/** The credit of each verdict, 0 to 1. */
export type Credits<Option extends string> = Readonly<Record<Option, number>>

/**
 * The version of the rule that turns verdicts and shares into credits: `computeCredit`, `withClearEnds` and `agreeingWith`.
 * Raise it with every change to them, because runs compare scores by it.
 */
export const creditRule = 'clear-ends/1'

/** Shares from here up are a plain yes; up to 1 minus this, a plain no. */
const clearShare = 0.9

/** Gives a share clear ends: 0.9 and above counts as 1, 0.1 and below as 0, anything between as is. */
export function withClearEnds(share: number): number {
  if (share >= clearShare) return 1
  // Rounded, because 1 - 0.9 is not exactly 0.1.
  return Math.round(share * 1e9) <= Math.round((1 - clearShare) * 1e9) ? 0 : share
}

/** Returns the places on a line that agree with the credits: a share must not change a set credit. */
export function agreeingWith<Option extends string>(
  credits: Credits<Option>,
  line: ChoiceQuestion<Option>['line'],
): ChoiceQuestion<Option>['line'] {
  const kept = (Object.entries(line ?? {}) as [Option, number][]).filter(
    ([option, place]) => credits[option] === place,
  )
  return Object.fromEntries(kept) as ChoiceQuestion<Option>['line']
}

/**
 * Returns the credit of one unit, 0 to 1. By share: the share with clear ends, or the expected credit under
 * the judge's probabilities, where an option of 0.9 or more is certain. By verdict, or without a grade: the
 * credit of the verdict.
 *
 * @param line The question's line: the share does not grade options that are not on it. Default: it grades
 *   all.
 */
export function computeCredit<Option extends string>(
  answer: ChoiceAnswer<Option>,
  credits: Credits<Option>,
  weighting: Weighting,
  line?: ChoiceQuestion['line'],
): number {
  const { choice, probabilities, share } = answer
  const isBeside = line !== undefined && !(choice in line)
  if (weighting === 'verdict' || isBeside || !isGraded(answer)) return credits[choice]
  if (probabilities === undefined) return withClearEnds(share as number)
  const options = Object.keys(credits) as Option[]
  const sure = options.find((option) => probabilities[option] >= clearShare)
  if (sure !== undefined) return credits[sure]
  const values = options.map((option) => credits[option])
  const mean = computeWeightedMean(
    options.map((option) => ({ value: credits[option], weight: probabilities[option] })),
  )
  return withClearEnds(withoutRounding(mean, Math.min(...values), Math.max(...values)))
}
