import { isNotScorable, type NotScorable, notScorable } from '@mastra/core/evals'
import { readConversation, readQuestion } from '../../transcript/index.ts'
import { whyNoQuestion } from '../chain/not-scorable.ts'
import { answerOf } from './answer.ts'
import { type AnyRun, type ContextOptions, type ContextPiece, contextOf } from './context.ts'
import { recentTurns } from './recent-turns.ts'

/** What a scorer of retrieved context looks at. */
export interface Retrieval {
  readonly question: string
  readonly conversation: { role: string; text: string }[]
  /** Empty where the agent said nothing. */
  readonly answer: string
  /** At least one piece. */
  readonly context: readonly ContextPiece[]
}

/** The question, the answer and the context of a run; not scorable without a question or context. */
export async function readRetrieval(run: AnyRun, options: ContextOptions): Promise<Retrieval | NotScorable> {
  const question = readQuestion(run.input, run.output)
  if (question === undefined) return notScorable(whyNoQuestion(run))
  const answer = answerOf(run.output)
  if (isNotScorable(answer)) return answer
  // What was retrieved for earlier questions says nothing about the retrieval for this one.
  const context = await contextOf(run, { ...options, ofThisTurn: true })
  if (context.length === 0) return notScorable('there is no context')
  const conversation = recentTurns(readConversation(run.input))
  return { question, conversation, answer, context }
}
