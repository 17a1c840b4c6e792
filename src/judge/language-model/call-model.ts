import { callSurroundings } from '../call/call-context.ts'
import { isOfConfiguration, isTransient } from '../call/failure.ts'
import type { Usage } from '../contract.ts'
import { noUsage } from '../evidence.ts'
import type { CallableModel, ModelCall, ModelReply } from './callable-model.ts'
import {
  type Parameter,
  parametersBlamedBy,
  rejectedIn,
  rememberRejected,
  without,
} from './rejected-parameters.ts'

/**
 * Makes one call, and another at once without the parameters that an error blames.
 *
 * @param onCall Called before each call.
 * @param onUnsent Called if the last call was never sent.
 */
export async function callModel(
  model: CallableModel,
  wanted: ModelCall,
  onCall: () => void,
  onUnsent: () => void,
): Promise<{ readonly reply: ModelReply; readonly dropped: readonly Parameter[] }> {
  const dropped = rejectedIn(model.id, wanted)
  let first: unknown
  for (;;) {
    const accepted = without(dropped, wanted)
    onCall()
    const tell = tellOnce(model.id)
    const cutShort = () => tell(noUsage)
    wanted.signal?.addEventListener('abort', cutShort, { once: true })
    try {
      const reply = await model.call(accepted)
      tell(reply.usage)
      rememberRejected(model.id, dropped)
      return { reply, dropped }
    } catch (error) {
      if (isOfConfiguration(error) && !wanted.signal?.aborted) {
        onUnsent()
        throw error
      }
      tell(noUsage)
      if (wanted.signal?.aborted || isTransient(error)) throw error
      first ??= error
      const blamed = parametersBlamedBy(error, accepted)
      // Then the dropped parameters were not the cause.
      if (blamed.length === 0) throw first
      dropped.push(...blamed)
    } finally {
      wanted.signal?.removeEventListener('abort', cutShort)
    }
  }
}

/** Counts one call. A call that is cut short counts at once: nobody waits for its end, but it was made. */
function tellOnce(model: string): (usage: Usage) => void {
  let { onCall } = callSurroundings()
  return (usage) => {
    onCall?.({ model, usage })
    onCall = undefined
  }
}
