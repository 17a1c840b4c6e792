import type { NotScorable } from '@mastra/core/evals'
import { notScorable } from '../../shared/core-evals.ts'
import type { Asking } from '../common/judged-scorer.ts'
import { type AnyRun, type Dialogue, dialogueOf } from '../material/answer.ts'
import {
  type ContextOptions,
  type ContextPiece,
  contextOf,
  type GetContextOptions,
} from '../material/context.ts'
import type { Unit, WithEvidence } from '../units/judge-units.ts'
import { type StatementSource, statementsOf } from './statements.ts'

/** The claims of a text and the context that they are held against. */
export interface ClaimsInContext extends Dialogue, WithEvidence {
  /** Empty only where there are no claims to hold against it. */
  readonly context: readonly ContextPiece[]
  /** What the text says, statement by statement; whether each makes a claim is for the judge to say. */
  readonly claims: readonly Unit[]
}

const noContext = 'there is no context'

/**
 * The claims of a text of a run, its answer or its ground truth, and the context that they are held against; not
 * scorable without context. A `getContext` of the user's may look for what the claims are about, so it comes after
 * them. A run without a question has claims, too.
 *
 * @throws JudgeError from the judge; TypeError where a user's function gives no list of strings.
 */
export async function claimsInContext(
  run: AnyRun,
  text: string,
  {
    settings,
    ...asking
  }: Asking<ContextOptions & GetContextOptions & { readonly statements?: StatementSource }>,
): Promise<ClaimsInContext | NotScorable> {
  const { statements: source, getContext } = settings
  const before = getContext === undefined ? await contextOf(run, settings) : undefined
  if (before?.length === 0) return notScorable(noContext)
  const dialogue = dialogueOf(run)
  const { statements: claims, ...evidence } = await statementsOf({
    ...dialogue,
    ...asking,
    answer: text,
    labelled: run.statements,
    listed: run.listed,
    source,
  })
  const context = before ?? (await contextOf(run, settings, claims))
  return context.length === 0 ? notScorable(noContext) : { ...dialogue, context, claims, ...evidence }
}
