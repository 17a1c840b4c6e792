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

/** The used part of vitest's matcher state. Undefined means false. */
export interface Polarity {
  readonly isNot?: boolean | undefined
}

/**
 * Converts a finding for vitest. An inconclusive one fails with `.not` as well: vitest inverts the result, so for
 * `.not` it must pass.
 *
 * @param call The call as written, for the message: `toScoreAtLeast('relevancy', 0.8)`.
 */
export function toMatcherResult(
  { isNot = false }: Polarity,
  call: string,
  { result, describe }: Finding,
): MatcherResult {
  return {
    pass: result === 'cannot tell' ? isNot : result === 'passed',
    message: () =>
      [
        `${isNot ? 'not.' : ''}${call}${result === 'cannot tell' ? ' is inconclusive, so it fails (with .not, too)' : ''}`,
        ...describe(),
      ].join('\n'),
  }
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
