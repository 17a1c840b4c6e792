import { overallResult } from '../evaluation/gates/check-gates.ts'
import type { GateOutcome, GateResult } from '../evaluation/gates/types.ts'

/** What a matcher found. */
export interface Finding {
  readonly result: GateResult
  /** What was found against what was asked, in lines; made only where the assertion fails. */
  readonly describe: () => readonly string[]
}

/** What vitest takes from a matcher. */
export interface MatcherResult {
  pass: boolean
  message: () => string
}

/** The part of vitest's matcher state that is read. Undefined means the same as false. */
export interface Polarity {
  readonly isNot?: boolean | undefined
}

/**
 * A finding as vitest wants it. What cannot be told fails with `.not` as well: vitest turns the result round, so
 * that for `.not` it has to be a pass.
 *
 * @param call As it was written, for the message: `toScoreAtLeast('relevancy', 0.8)`.
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
 * The outcomes of gates as one finding. Of a run that is not whole, or in which nothing or too little was scored,
 * nothing is told either way.
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
