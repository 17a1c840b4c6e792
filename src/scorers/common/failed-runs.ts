import { callSurroundings } from '../../judge/call/call-context.ts'
import { excerpt } from '../../judge/call/failure.ts'
import { originalError, thrownText } from '../../judge/original-error.ts'
import { warn } from './registered-mastra.ts'
import { type Layer, notScored } from './run-layers.ts'

/** Makes a run that fails not scorable, and logs it. A cancelled run did not fail. */
export function failures(scorer: { readonly id: string }, signal: AbortSignal | undefined): Layer {
  const { id } = scorer
  let runs = 0
  let failed = 0
  return (run) => async (input, options) => {
    runs += 1
    try {
      return await run(input, options)
    } catch (error) {
      if (options.throwsFailures || signal?.aborted || options.signal?.aborted) throw error
      failed += 1
      const reason = `failed: ${excerpt(thrownText(originalError(error)), 1000)}`
      warn(scorer, `${id}: ${failed} of ${runs} runs failed and are not scorable; the last ${reason}`)
      callSurroundings().onFailedRun?.(id, reason)
      return notScored(input, reason)
    }
  }
}
