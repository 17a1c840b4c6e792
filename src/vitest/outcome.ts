import { overallResult } from '../evaluation/gates/check-gates.ts'
import type { GateOutcome, GateResult } from '../evaluation/gates/gate.ts'

export interface Finding {
  readonly result: GateResult
  /** Lines that compare what was found with what was asked; only built if the assertion fails. */
  readonly describe: () => readonly string[]
}

export interface MatcherResult {
  pass: boolean
  message: () => string
}

/** The used part of vitest's matcher state. */
export interface Polarity {
  readonly isNot?: boolean | undefined
  /** 'resolves', 'rejects' or ''. Missing inside another assertion, such as `toEqual`. */
  readonly promise?: string
}

/**
 * Converts a finding for vitest. An inconclusive one fails with `.not` as well: vitest inverts the result, so for
 * `.not` it must pass.
 *
 * @param call The call as written, for the message: `toScoreAtLeast('relevancy', 0.8)`.
 * @throws Error for an inconclusive finding inside another assertion: to `expect(…).not.toEqual` both results could be
 * the hoped-for one.
 */
export function toMatcherResult(
  { isNot = false, promise }: Polarity,
  call: string,
  { result, describe }: Finding,
): MatcherResult {
  const isInconclusive = result === 'cannot tell'
  const message = () =>
    [
      `${isNot ? 'not.' : ''}${call}${isInconclusive ? ' is inconclusive, so it fails (with .not, too)' : ''}`,
      ...describe(),
    ].join('\n')
  if (isInconclusive && promise === undefined) throw new Error(message())
  return { pass: isInconclusive ? isNot : result === 'passed', message }
}

const aboutTheRun: readonly GateOutcome['gate'][] = ['nothing scored', 'scored', 'incomplete run']

/**
 * Combines the outcomes of gates into one finding. A run that is incomplete, or with too few scores or none, is
 * inconclusive either way.
 *
 * @param details Lines below the sentences, for the scorers that did not pass or, with `.not`, did.
 */
export function findOutcome(
  outcomes: readonly GateOutcome[],
  details: () => readonly string[] = () => [],
): Finding {
  const obstacles = outcomes.filter(({ gate, result }) => result !== 'passed' && aboutTheRun.includes(gate))
  if (obstacles.length > 0)
    return {
      result: 'cannot tell',
      describe: () => [...obstacles.map(({ sentence }) => sentence), ...details()],
    }
  const asked = outcomes.filter(({ gate }) => !aboutTheRun.includes(gate))
  return {
    result: overallResult(asked),
    describe: () => [...asked.map(({ sentence }) => sentence), ...details()],
  }
}
