/**
 * Runs work in parallel. The first failure is the failure of all, and the signal stops the rest: it would only
 * cost.
 *
 * @param signal Cancels all of it. Nothing stays attached to it, since it may live as long as the process.
 */
export async function allOrNone<Results extends unknown[]>(
  signal: AbortSignal | undefined,
  work: readonly [...{ [Place in keyof Results]: (signal: AbortSignal) => Promise<Results[Place]> }],
): Promise<Results> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const cancel = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    return (await Promise.all(work.map((piece) => piece(controller.signal)))) as Results
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
