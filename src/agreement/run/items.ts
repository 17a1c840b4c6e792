import type { EvaluationItem } from '../../evaluation/dataset/item.ts'
import { withCalls } from '../../evaluation/dataset/material.ts'
import type { AnyScorer } from '../../evaluation/scoring/scorers.ts'
import { readAnswer } from '../../transcript/index.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'

/** Whether a scorer reads the messages of an agent, and so finds the context of a row. */
export const readsMessages = ({ type }: AnyScorer) => type === 'agent' || type === 'trajectory'

/**
 * A row as a recorded run: its context is the result of a tool, `context`, since that is the one place where scorers of
 * any package, and users' own `getContext`, look for it.
 */
export function toItem(row: CheckedRow, scorer: AnyScorer): EvaluationItem {
  const { id, input = '', statement, output, groundTruth, group, context } = row
  const said = statement ?? output
  const found = { toolName: 'context', result: [...context] }
  return {
    id,
    input,
    output: context.length > 0 && readsMessages(scorer) ? withCalls(said, [found], 'context') : said,
    groundTruth,
    group,
  }
}

/**
 * The scorer, told in the run's `statement` that what the answer says is one: people have labelled it as one. Scorers
 * of others do not look at it.
 */
export function ofOneStatement(scorer: AnyScorer): AnyScorer {
  const run = scorer.run.bind(scorer) as (input: { output: unknown; statement: string }) => Promise<unknown>
  return {
    id: scorer.id,
    name: scorer.name,
    type: scorer.type,
    run: (input: { output: unknown }) => {
      const said = typeof input.output === 'string' ? input.output : readAnswer(input.output)
      return run({ ...input, statement: said })
    },
  }
}
