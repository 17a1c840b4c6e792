import type { EvaluationItem } from '../../../evaluation/dataset/item.ts'
import { withRun } from '../../../evaluation/scoring/replace-judge.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import { readMeasure } from '../../../scorers/common/measure.ts'
import { readAnswer } from '../../../transcript/index.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'

/** Returns true if a scorer finds the context of a row: from this package, or reading an agent's messages. */
export const readsContext = (scorer: AnyScorer) =>
  scorer.type === 'agent' || scorer.type === 'trajectory' || readMeasure(scorer) !== undefined

export function toItem(row: CheckedRow): EvaluationItem {
  const { id, input = '', statement, output, groundTruth, group, context } = row
  const material = context.length > 0 ? { context } : {}
  return { id, input, output: statement ?? output, groundTruth, group, ...material }
}

/**
 * Returns the scorer with the labelled statements of the answer passed in the run's `statements`. Third-party scorers
 * ignore it.
 *
 * @param splitAnswer Splits an answer into statements. Default: the answer is one statement.
 */
export function ofStatements(
  scorer: AnyScorer,
  splitAnswer: (answer: string) => readonly string[] = (answer) => [answer],
): AnyScorer {
  type Input = { output: unknown; statements?: readonly string[] }
  return withRun<Input>(scorer, (run) => (input) => {
    const said = typeof input.output === 'string' ? input.output : readAnswer(input.output)
    return run({ ...input, statements: splitAnswer(said) })
  })
}
