import { overallResult } from '../evaluation/gates/check-gates.ts'
import type { GateOutcome } from '../evaluation/gates/types.ts'
import type { Finding } from './outcome.ts'

const aboutTheRun: readonly GateOutcome['gate'][] = ['nothing scored', 'min scored', 'incomplete run']

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
