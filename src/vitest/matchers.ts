import { checkGates } from '../evaluation/gates/check-gates.ts'
import type { EvaluationRun } from '../run/record.ts'
import { failureLines } from './details.ts'
import { findLoss, type NoWorseOptions } from './no-worse.ts'
import { type Finding, findOutcome, type MatcherResult, type Polarity, toMatcherResult } from './outcome.ts'
import { describeValue, isRun, toResult, toRun } from './received.ts'
import { findResultScore, findRunScore, type ScoreLimitOptions, type Side } from './score-limit.ts'

/**
 * What is held against a limit: of a result of `scorer.run` its score; of a run the mean of one of its scorers.
 * One type for both, because vitest's `resolves` keeps only the last of several signatures.
 */
export type ScoreLimit = [limit: number] | [scorerId: string, limit: number, options?: ScoreLimitOptions]

/**
 * Matchers for `expect` of vitest. Each has three outcomes: what cannot be told fails, and fails with `.not` too.
 * Nothing is told of a run that is not whole, of one in which nothing was scored, and of a result that is not
 * scorable.
 */
export interface VerdictMatchers {
  /**
   * A run whose mean by one scorer, or a result whose score, is at the limit or above. For scorers where higher is
   * better.
   */
  toScoreAtLeast(...expected: ScoreLimit): void
  /**
   * A run whose mean by one scorer, or a result whose score, is at the limit or below. For scorers where lower is
   * better.
   */
  toScoreAtMost(...expected: ScoreLimit): void
  /**
   * A run that lost no more than `allowedLoss` against a baseline over the same data, as far as the interval of the
   * difference can tell. With `.not`: one that surely lost more, by at least one scorer.
   *
   * @param baseline As `evaluate` or `readRun` gives it.
   */
  toBeNoWorseThan(baseline: unknown, options?: NoWorseOptions): void
  /**
   * A run of which every scorer failed on this share of the answers or less. An answer that is missing counts as
   * failed, one that is not scorable does not.
   *
   * @param share 0 to 1.
   */
  toHaveFailedAtMost(share: number): void
}

/**
 * To be given to `expect.extend`, in a test or in a file of vitest's `setupFiles`.
 *
 * @throws TypeError where what is received or expected cannot be read; it says what is needed.
 */
export const verdictMatchers = {
  toScoreAtLeast(this: Polarity, received: unknown, ...expected: ScoreLimit): MatcherResult {
    return matchScore('at least', 'toScoreAtLeast', this, received, expected)
  },
  toScoreAtMost(this: Polarity, received: unknown, ...expected: ScoreLimit): MatcherResult {
    return matchScore('at most', 'toScoreAtMost', this, received, expected)
  },
  toBeNoWorseThan(
    this: Polarity,
    received: unknown,
    baseline: unknown,
    options?: NoWorseOptions,
  ): MatcherResult {
    const finding = findLoss(toRun('toBeNoWorseThan', received), baseline, options)
    return toMatcherResult(this, 'toBeNoWorseThan(baseline)', finding)
  },
  toHaveFailedAtMost(this: Polarity, received: unknown, share: number): MatcherResult {
    const finding = findFailures(toRun('toHaveFailedAtMost', received), share)
    return toMatcherResult(this, `toHaveFailedAtMost(${share})`, finding)
  },
}

function matchScore(
  side: Side,
  matcher: string,
  polarity: Polarity,
  received: unknown,
  expected: ScoreLimit,
): MatcherResult {
  const shown = expected.slice(0, 2).map((one) => (typeof one === 'string' ? `'${one}'` : String(one)))
  return toMatcherResult(
    polarity,
    `${matcher}(${shown.join(', ')})`,
    findScore(side, matcher, received, expected),
  )
}

function findScore(side: Side, matcher: string, received: unknown, expected: ScoreLimit): Finding {
  const [first, limit, options] = expected
  if (!isRun(received)) {
    if (expected.length === 1) return findResultScore(side, matcher, toResult(matcher, received), first)
    throw new TypeError(
      `${matcher}: a scorer's id needs a run from evaluate or readRun, not ${describeValue(received)}`,
    )
  }
  if (typeof first === 'string') return findRunScore(side, received, first, limit, options)
  const known = received.header.scorers.map(({ id }) => id).join(', ') || 'none'
  throw new TypeError(`${matcher}: name the scorer before the limit; the run has: ${known}`)
}

/**
 * The share of answers that failed, by whichever scorer failed most; an item without an answer counts as failed.
 *
 * @throws TypeError for a share that is not from 0 to 1.
 */
function findFailures(run: EvaluationRun, share: unknown): Finding {
  if (typeof share !== 'number' || !(share >= 0 && share <= 1))
    throw new TypeError(
      `toHaveFailedAtMost: must be a share from 0 to 1, such as 0.01 for 1 %, not ${describeValue(share)}`,
    )
  // What is not scorable is no failure: any share of it will do, as long as there is a score at all.
  return findOutcome(checkGates(run, { failed: share, scored: 0 }), () => failureLines(run))
}
