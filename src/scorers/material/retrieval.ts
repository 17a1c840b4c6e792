import { isNotScorable, type NotScorable, notScorable } from '@mastra/core/evals'
import { type AnyRun, answerOf, type Dialogue, questionOf } from './answer.ts'
import { type ContextOptions, type ContextPiece, contextOf } from './context.ts'

/** What a scorer of retrieved context looks at. */
export interface Retrieval extends Dialogue {
  readonly question: string
  /** Empty where the agent said nothing. */
  readonly answer: string
  /** At least one piece. */
  readonly context: readonly ContextPiece[]
}

/** The question, the answer and the context of a run; not scorable without a question or context. */
export async function readRetrieval(run: AnyRun, options: ContextOptions): Promise<Retrieval | NotScorable> {
  const asked = questionOf(run)
  if (isNotScorable(asked)) return asked
  const answer = answerOf(run.output)
  if (isNotScorable(answer)) return answer
  // What was retrieved for earlier questions says nothing about the retrieval for this one.
  const context = await contextOf(run, { ...options, ofThisTurn: true })
  return context.length === 0 ? notScorable('there is no context') : { ...asked, answer, context }
}
