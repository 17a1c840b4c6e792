import type { Evidence, Judge } from '../../judge/contract.ts'
import type { Tracing } from '../../judge/decide.ts'
import { readConversation, readQuestion } from '../../transcript/index.ts'
import { recentTurns } from '../material/recent-turns.ts'
import type { Unit } from '../units/judge-units.ts'
import { type StatementSource, statementsOf } from './statements.ts'

export interface Claims {
  /** What the claims answer, where the run has one question. */
  readonly question?: string
  /** What was said before it, so that "the second one" can be understood. */
  readonly conversation?: { role: string; text: string }[]
  /** What the text says, statement by statement; whether each makes a claim is for the judge to say. */
  readonly claims: readonly Unit[]
  /** How they came about, where a judge was asked. */
  readonly judge?: Evidence
}

export interface ClaimsRequest {
  readonly run: { readonly input?: unknown; readonly output: unknown }
  /** What makes the claims: the answer of the run, or its ground truth. */
  readonly text: string
  /** Default: 'extracted' where the judge can, else 'split'. */
  readonly source?: StatementSource
  readonly judge: Judge
  readonly signal?: AbortSignal
  readonly tracing?: Tracing
}

/**
 * The claims of a text that answers the question of a run. A run without a question has claims, too.
 *
 * @throws JudgeError from the judge; TypeError where a user's function gives no list of strings.
 */
export async function claimsOf({
  run,
  text,
  source,
  judge,
  signal,
  tracing,
}: ClaimsRequest): Promise<Claims> {
  const question = readQuestion(run.input, run.output)
  const conversation = recentTurns(readConversation(run.input))
  const { statements, judge: evidence } = await statementsOf({
    answer: text,
    question: question ?? '',
    conversation,
    source: source ?? (judge.extract === undefined ? 'split' : 'extracted'),
    judge,
    signal,
    tracing,
  })
  return {
    ...(question === undefined ? {} : { question }),
    ...(conversation.length === 0 ? {} : { conversation }),
    claims: statements,
    ...(evidence === undefined ? {} : { judge: evidence }),
  }
}
