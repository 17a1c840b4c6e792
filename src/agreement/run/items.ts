import type { EvaluationItem } from '../../evaluation/dataset/item.ts'
import type { AnyScorer } from '../../evaluation/scoring/scorers.ts'
import { asOneStatement } from '../../scorers/claims/one-statement.ts'
import { readAnswer } from '../../transcript/index.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'

/** Whether a scorer reads the messages of an agent, and so finds the context of a row. */
export const readsMessages = ({ type }: AnyScorer) => type === 'agent' || type === 'trajectory'

/** A row as something that an agent was asked and answered. Its context is what a tool returned. */
export function toItem(row: CheckedRow, scorer: AnyScorer): EvaluationItem {
  const { id, input = '', statement, output, groundTruth, group, context } = row
  const said = statement ?? output
  return {
    id,
    input,
    output: context.length > 0 && readsMessages(scorer) ? withContext(said, context) : said,
    groundTruth,
    group,
  }
}

function withContext(output: unknown, context: readonly string[]): unknown[] {
  const found = {
    type: 'tool-invocation',
    toolInvocation: {
      state: 'result',
      toolCallId: 'context',
      toolName: 'context',
      args: {},
      result: [...context],
    },
  }
  const message = (parts: object[]) => ({
    id: 'context',
    role: 'assistant',
    createdAt: new Date(0),
    content: { format: 2, parts },
  })
  if (typeof output === 'string') return [message([found, { type: 'text', text: output }])]
  return [message([found]), ...(Array.isArray(output) ? output : [output])]
}

/** The scorer, with what each answer says taken as one statement. */
export function ofOneStatement(scorer: AnyScorer): AnyScorer {
  const run = scorer.run.bind(scorer) as (input: { output: unknown }) => Promise<unknown>
  return {
    id: scorer.id,
    name: scorer.name,
    type: scorer.type,
    run: (input: { output: unknown }) => {
      const said = typeof input.output === 'string' ? input.output : readAnswer(input.output)
      return asOneStatement(said, () => run(input))
    },
  }
}
