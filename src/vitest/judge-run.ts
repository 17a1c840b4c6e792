import { overallResult } from '../evaluation/gates/check-gates.ts'
import type { GateOutcome } from '../evaluation/gates/types.ts'
import type { Finding } from './outcome.ts'

const aboutTheRun: readonly GateOutcome['gate'][] = ['nothing scored', 'incomplete run']

/**
 * The outcomes of gates as one finding. Of a run that is not whole, or in which nothing was scored, nothing is
 * told either way.
 *
 * @param details Lines below the sentences, for the scorers that did not pass or, with `.not`, did.
 */
export function findOutcome(
  outcomes: readonly GateOutcome[],
  details: () => readonly string[] = () => [],
): Finding {
  const obstacles = outcomes.filter(({ gate }) => aboutTheRun.includes(gate))
  if (obstacles.length > 0)
    return {
      result: 'cannot tell',
      describe: () => [...obstacles.map(({ sentence }) => sentence), ...details()],
    }
  return {
    result: overallResult(outcomes),
    describe: () => [...outcomes.map(({ sentence }) => sentence), ...details()],
  }
}
