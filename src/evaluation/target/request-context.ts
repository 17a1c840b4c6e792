import { RequestContext } from '@mastra/core/request-context'

/** An item's context as Mastra takes it: a file can only hold its entries. */
export function toRequestContext(context: object | undefined): RequestContext | undefined {
  if (context === undefined || context instanceof RequestContext) return context
  return new RequestContext(Object.entries(context))
}
