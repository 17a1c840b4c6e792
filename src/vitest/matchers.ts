import { checkGates } from '../evaluation/gates/check-gates.ts'
import type { EvaluationRun } from '../run/record.ts'
import { failureLines } from './failure-details.ts'
import { findLoss, type NoWorseOptions } from './no-worse.ts'
import { type Finding, findOutcome, type MatcherResult, type Polarity, toMatcherResult } from './outcome.ts'
import { describeValue, isRun, toResult, toRun } from './read-received.ts'
import { findResultScore, findRunScore, type ScoreLimitOptions, type Side } from './score-limit.ts'

/**
 * The arguments of a limit: for a result of `scorer.run` the limit of its score; for a run also the scorer whose mean
 * is compared. One type for both, because vitest's `resolves` keeps only the last of several signatures.
 */
export type ScoreLimit = [limit: number] | [scorerId: string, limit: number, options?: ScoreLimitOptions]

/**
 * Matchers for `expect` of vitest. Each has three outcomes: inconclusive results fail, with `.not` too. A run that is
 * incomplete or has no scores, and a result that is not scorable, are inconclusive.
 */
export interface VerdictMatchers {
  /**
   * Passes if a run's mean by one scorer, or a result's score, is at the limit or above. For scorers where higher is
   * better.
   */
  toScoreAtLeast(...expected: ScoreLimit): void
  /**
   * Passes if a run's mean by one scorer, or a result's score, is at the limit or below. For scorers where lower is
   * better.
   */
  toScoreAtMost(...expected: ScoreLimit): void
  /**
   * Passes if a run lost at most `allowedLoss` against a baseline over the same data, as far as the interval of the
   * difference can tell. With `.not`, it passes if the run surely lost more, by at least one scorer.
   *
   * @param baseline A run from `evaluate` or `readRun`.
   */
  toBeNoWorseThan(baseline: unknown, options?: NoWorseOptions): void
  /**
   * Passes if every scorer of a run failed on at most this share of the answers. Missing answers count as failed, not
   * scorable ones do not.
   *
   * @param share 0 to 1.
   */
  toHaveFailedAtMost(share: number): void
}

/**
 * Matchers for `expect.extend`, in a test or in a file of vitest's `setupFiles`.
 *
 * @throws TypeError if the received or expected value cannot be read; it says what is needed.
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
 * Checks the share of failures of the scorer that failed most; items without an answer count as failed.
 *
 * @throws TypeError for a share that is not from 0 to 1.
 */
function findFailures(run: EvaluationRun, share: unknown): Finding {
  if (typeof share !== 'number' || !(share >= 0 && share <= 1))
    throw new TypeError(
      `toHaveFailedAtMost: must be a share from 0 to 1, such as 0.01 for 1 %, not ${describeValue(share)}`,
    )
  // Not scorable is not a failure: any share of it is allowed, as long as there is a score at all.
  return findOutcome(checkGates(run, { failed: share, scored: 0 }), () => failureLines(run))
}
