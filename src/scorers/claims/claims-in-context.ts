import { notScorable } from '../../shared/core-evals.ts'
import type { JudgingContext } from '../common/judged-scorer.ts'
import { type AnyRun, readDialogue } from '../material/answer.ts'
import {
  type ContextOptions,
  findContext,
  type findRetrieved,
  type GetContextOptions,
  whyNoContext,
} from '../material/context.ts'
import { listStatements, type StatementOptions } from './statements.ts'

/**
 * Returns the claims of a text of a run, its answer or its ground truth, and the context that they are checked against;
 * not scorable without context. The claims are the statements of the text, in order: the judge decides whether each
 * makes one. They come first, because a user's `getContext` may search for context about them. A run needs no question
 * to have claims.
 *
 * @param find Whether the context is material for an answer, or what a retrieval is judged by. Default: material.
 * @throws JudgeError from the judge; TypeError if a user's function returns anything but a list of strings.
 */
export async function claimsInContext(
  run: AnyRun,
  text: string,
  { settings, ...asking }: JudgingContext<ContextOptions & GetContextOptions & StatementOptions>,
  find: typeof findContext | typeof findRetrieved = findContext,
) {
  const { statements: source, getContext } = settings
  const before = getContext === undefined ? await find(run, settings) : undefined
  if (before?.length === 0) return notScorable(whyNoContext(run, settings))
  const dialogue = readDialogue(run)
  const { statements: claims, ...evidence } = await listStatements({
    ...dialogue,
    ...asking,
    answer: text,
    labelled: run.statements,
    listed: run.listed,
    source,
  })
  const context = before ?? (await find(run, settings, claims))
  return context.length === 0
    ? notScorable(whyNoContext(run, settings))
    : { ...dialogue, context, claims, ...evidence }
}
