import type { EvaluationItem } from '../../evaluation/dataset/item.ts'
import type { AnyScorer } from '../../evaluation/scoring/scorers.ts'
import { measureOf } from '../../scorers/common/finish-scorer.ts'
import { readAnswer } from '../../transcript/index.ts'
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
 * The scorer, told in the run's `statement` that what the answer says is one: people have labelled it as one. Scorers
 * of others do not look at it.
 */
export function ofOneStatement(scorer: AnyScorer): AnyScorer {
  const run = scorer.run.bind(scorer) as (input: { output: unknown; statement: string }) => Promise<unknown>
  const ofOne = (input: { output: unknown }) => {
    const said = typeof input.output === 'string' ? input.output : readAnswer(input.output)
    return run({ ...input, statement: said })
  }
  const { id, name, type } = scorer
  // What a scorer of this package says of itself beside these is found behind it.
  return Object.create(scorer, {
    id: { value: id },
    name: { value: name },
    type: { value: type },
    run: { value: ofOne },
  }) as AnyScorer
}
