import { callSurroundings, surroundCalls } from '../../judge/call/surroundings.ts'
import type { Judge } from '../../judge/contract.ts'
import type { AnyScorer } from '../../run/scorers.ts'

/**
 * The scorer, asking another judge. Scorers of others have judges of their own, and ask as ever.
 *
 * @param judgeFor Gives the judge to ask, of the judge that the scorer would ask.
 */
export const askedOtherwise = (scorer: AnyScorer, judgeFor: (judge: Judge) => Judge): AnyScorer =>
  withRun(scorer, (run) => (input) => {
    const around = callSurroundings()
    const changed = (judge: Judge) => judgeFor(around.judgeFor?.(judge) ?? judge)
    return surroundCalls({ ...around, judgeFor: changed }, () => run(input))
  })

type Run<Input> = (input: Input) => Promise<unknown>

/** The scorer with another `run`. What a scorer of this package says of itself beside it is found behind it. */
export function withRun<Input>(scorer: AnyScorer, change: (run: Run<Input>) => Run<Input>): AnyScorer {
  const { id, name, type } = scorer
  return Object.create(scorer, {
    id: { value: id },
    name: { value: name },
    type: { value: type },
    run: { value: change(scorer.run.bind(scorer) as Run<Input>) },
  }) as AnyScorer
}
