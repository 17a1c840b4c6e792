import { isNotScorable, type NotScorable, notScorable } from '@mastra/core/evals'
import { type ContextPiece, contextOf } from '../material/context.ts'
import { type Unit, unlessAbstained } from '../units/judge-units.ts'
import { type Claims, type ClaimsRequest, claimsOf } from './answer-claims.ts'

const noContext = 'there is no context'

export interface ClaimsInContext extends Claims {
  /** Empty only where there are no claims to hold against it. */
  readonly context: readonly ContextPiece[]
}

/**
 * The claims of a text and the context that they are held against; not scorable without context, or where the
 * judge abstains. A `getContext` of the user's may look for what the claims are about, so it comes after them.
 */
export async function claimsInContext(
  request: ClaimsRequest,
  contextSource: Parameters<typeof contextOf>[1],
): Promise<ClaimsInContext | NotScorable> {
  const findContext = (claims?: readonly Unit[]) => contextOf(request.run, contextSource, claims)
  const before = contextSource.getContext === undefined ? await findContext() : undefined
  if (before?.length === 0) return notScorable(noContext)
  const claims = await unlessAbstained(() => claimsOf(request))
  if (isNotScorable(claims)) return claims
  const context = before ?? (await findContext(claims.claims))
  return context.length === 0 ? notScorable(noContext) : { context, ...claims }
}
