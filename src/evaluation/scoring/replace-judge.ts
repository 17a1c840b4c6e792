import { callSurroundings, surroundCalls } from '../../judge/call/call-context.ts'
import type { Judge } from '../../judge/contract.ts'
import type { AnyScorer } from '../../run/scorer-entry.ts'

export const askingOtherJudge =
  (judgeFor: (judge: Judge) => Judge) =>
  <Input extends unknown[], Result>(run: (...input: Input) => Promise<Result>) =>
  (...input: Input): Promise<Result> => {
    const around = callSurroundings()
    const changed = (judge: Judge) => judgeFor(around.judgeFor?.(judge) ?? judge)
    return surroundCalls({ ...around, judgeFor: changed }, () => run(...input))
  }

/** Makes a scorer ask another judge. Third-party scorers have judges of their own, and are not affected. */
export const withOtherJudge = (scorer: AnyScorer, judgeFor: (judge: Judge) => Judge): AnyScorer =>
  withRun(scorer, askingOtherJudge(judgeFor))

type Run<Input> = (input: Input) => Promise<unknown>

/** Replaces the `run` of a scorer. Its other properties remain, because it becomes the prototype. */
export function withRun<Input>(scorer: AnyScorer, change: (run: Run<Input>) => Run<Input>): AnyScorer {
  const { id, name, type } = scorer
  return Object.create(scorer, {
    id: { value: id },
    name: { value: name },
    type: { value: type },
    run: { value: change(scorer.run.bind(scorer) as Run<Input>) },
  }) as AnyScorer
}
