import { isNotScorable, type NotScorable, notScorable } from '@mastra/core/evals'
import { type ContextPiece, contextOf } from '../material/context.ts'
import { unlessAbstained } from '../units/judge-units.ts'
import { type Claims, type ClaimsRequest, claimsOf } from './answer-claims.ts'

export interface ClaimsInContext extends Claims {
  /** Empty only where there are no claims to hold against it. */
  readonly context: readonly ContextPiece[]
}

/**
 * The claims of a text and the context that they are held against; not scorable without context, or where the
 * judge abstains.
 */
export async function claimsInContext(
  request: ClaimsRequest,
  contextSource: Parameters<typeof contextOf>[1],
): Promise<ClaimsInContext | NotScorable> {
  const context = await contextOf(request.run, contextSource)
  if (context.length === 0) return notScorable('there is no context')
  const claims = await unlessAbstained(() => claimsOf(request))
  return isNotScorable(claims) ? claims : { context, ...claims }
}
