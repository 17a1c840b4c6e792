import type { EvaluationItem } from '../../../evaluation/dataset/item.ts'
import { withRun } from '../../../evaluation/scoring/asked-otherwise.ts'
import type { AnyScorer } from '../../../run/scorers.ts'
import { measureOf } from '../../../scorers/common/finish-scorer.ts'
import { readAnswer } from '../../../transcript/index.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'

/** Whether a scorer finds the context of a row: one of this package, or one that reads the messages of an agent. */
export const readsContext = (scorer: AnyScorer) =>
  scorer.type === 'agent' || scorer.type === 'trajectory' || measureOf(scorer) !== undefined

/** A row as a recorded run, its context where items of datasets have theirs. */
export function toItem(row: CheckedRow): EvaluationItem {
  const { id, input = '', statement, output, groundTruth, group, context } = row
  return {
    id,
    input,
    output: statement ?? output,
    groundTruth,
    group,
    ...(context.length > 0 && { context }),
  }
}

/**
 * The scorer, told in the run's `statements` which statements the answer is made of: people have labelled them as such.
 * Scorers of others do not look at it.
 *
 * @param statementsOf What the answer is made of. Default: the answer is one statement.
 */
export function ofStatements(
  scorer: AnyScorer,
  statementsOf: (answer: string) => readonly string[] = (answer) => [answer],
): AnyScorer {
  type Input = { output: unknown; statements?: readonly string[] }
  return withRun<Input>(scorer, (run) => (input) => {
    const said = typeof input.output === 'string' ? input.output : readAnswer(input.output)
    return run({ ...input, statements: statementsOf(said) })
  })
}
