import { noIntervalOfTies } from '../../evaluation/comparison/win-rate.ts'
import { type Estimate, estimateMean } from '../../statistics/estimate.ts'
import { type FittedLine, fitLine } from '../../statistics/regression.ts'
import type { Resampling } from '../../statistics/resampling.ts'
import { hasTurned, type JudgedPair, measureLengths } from './judged-pairs.ts'

/** How often the judge's verdict depends on the order. */
export interface Turning {
  /** Pairs that went to the judge. */
  readonly asked: number
  readonly turned: number
  /** Turned pairs with the first answer chosen both times, or the second; the others chose neither once. */
  readonly towardsFirst: number
  readonly towardsSecond: number
  /** 0 to 1. */
  readonly rate: Estimate
  /** The rate for each third of the pairs by total length: short, middle, long; none if all have one length. */
  readonly byLength: readonly {
    readonly part: 'short' | 'middle' | 'long'
    readonly pairs: number
    /** The greatest total length of a pair's answers, in characters. */
    readonly longest: number
    readonly rate: Estimate
  }[]
}

/** The judge's preference for longer answers, over the pairs that went to it. */
export interface LengthBias {
  /** Pairs whose longer answer has at most a fifth more characters, and the candidate's win rate in them. */
  readonly alike: { readonly pairs: number; readonly winRate: Estimate }
  /** All other pairs, and how often they prefer the longer answer, with ties as half: 0 to 1. */
  readonly longer: { readonly pairs: number; readonly rate: Estimate }
  /**
   * The score of a pair over log₂(length of the candidate ∕ length of the baseline). The slope is the gain in win rate
   * if the candidate is twice as long; the intercept is the win rate at equal lengths, which a line may put beyond 0
   * and 1. Absent if all pairs have the same result, if all lengths differ by the same ratio, if fewer than 10 pairs differ by more
   * than a fifth, or if the slope is beyond ±1, which no gain can be: it would describe lengths that never occurred.
   */
  readonly line?: FittedLine
  /** Whether the whole interval of `longer` is above one half. */
  readonly prefersLonger: boolean
}

/** The largest ratio of lengths for two answers to count as alike. */
const alikeUpTo = 1.2
/** The fewest pairs of different lengths that a line is fitted through. */
export const fewestForLine = 10
const range = { low: 0, high: 1 }

const estimateRate = (
  pairs: readonly JudgedPair[],
  readNumber: (pair: JudgedPair) => number,
  draws: Resampling,
) =>
  estimateMean(
    pairs.map((pair) => ({ pair, group: pair.cluster })),
    ({ pair }) => readNumber(pair),
    range,
    draws,
  )

/** A rate of preferences. Ties alone say nothing of how preferences vary, so they have no interval. */
const preferenceRate: typeof estimateRate = (pairs, readNumber, draws) =>
  pairs.length > 0 && areTied(pairs)
    ? { value: 0.5, note: noIntervalOfTies }
    : estimateRate(pairs, readNumber, draws)

const areEqual = (pairs: readonly JudgedPair[]) => pairs.every(({ score }) => score === pairs[0]?.score)

export const areTied = (pairs: readonly JudgedPair[]): boolean => pairs.every(({ score }) => score === 0.5)

const isAsked = ({ said }: JudgedPair) => said !== undefined

export function measureTurning(all: readonly JudgedPair[], draws: Resampling): Turning {
  const pairs = all.filter(isAsked)
  const together = (pair: JudgedPair) => measureLengths(pair).baseline + measureLengths(pair).candidate
  const lengths = pairs.map(together).sort((one, other) => one - other)
  const end = (thirds: number) => lengths[Math.round((lengths.length * thirds) / 3) - 1] ?? 0
  // Pairs of one length stay together, so a part may be empty.
  const parts = (['short', 'middle', 'long'] as const).flatMap((part, index) => {
    const within = pairs.filter(
      (pair) => (index === 0 || together(pair) > end(index)) && together(pair) <= end(index + 1),
    )
    if (within.length === 0 || within.length === pairs.length) return []
    const longest = Math.max(...within.map(together))
    return [{ part, pairs: within.length, longest, rate: estimateRate(within, turnedOrNot, draws) }]
  })
  const both = (first: string, second: string) =>
    pairs.filter(({ said }) => said?.baselineFirst === first && said.candidateFirst === second).length
  return {
    asked: pairs.length,
    turned: pairs.filter(hasTurned).length,
    towardsFirst: both('baseline', 'candidate'),
    towardsSecond: both('candidate', 'baseline'),
    rate: estimateRate(pairs, turnedOrNot, draws),
    byLength: parts,
  }
}

/**
 * Returns whether the judge turned in more than half of its pairs. A coin, tossed for each order, turns in half of
 * them: beyond that, the verdicts depend on the order more than on the answers.
 */
export const dependsOnOrder = ({ asked, turned }: Turning): boolean => turned * 2 > asked

const turnedOrNot = (pair: JudgedPair) => Number(hasTurned(pair))

export function measureLengthBias(all: readonly JudgedPair[], draws: Resampling): LengthBias {
  const pairs = all.filter(isAsked)
  const ratio = (pair: JudgedPair) => measureLengths(pair).candidate / measureLengths(pair).baseline
  const isAlike = (pair: JudgedPair) => Math.max(ratio(pair), 1 / ratio(pair)) <= alikeUpTo
  const alike = pairs.filter(isAlike)
  const others = pairs.filter((pair) => !isAlike(pair))
  const rate = preferenceRate(others, (pair) => (ratio(pair) > 1 ? pair.score : 1 - pair.score), draws)
  const line =
    others.length < fewestForLine || areEqual(pairs)
      ? undefined
      : fitLine(
          pairs.map((pair) => ({ x: Math.log2(ratio(pair)), y: pair.score, cluster: pair.cluster })),
          draws.level,
        )
  return {
    alike: { pairs: alike.length, winRate: preferenceRate(alike, ({ score }) => score, draws) },
    longer: { pairs: others.length, rate },
    line: line !== undefined && Math.abs(line.slope.value) <= 1 ? line : undefined,
    prefersLonger: 'value' in rate && (rate.interval?.low ?? 0) > 0.5,
  }
}
