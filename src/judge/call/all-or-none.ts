/**
 * Runs work in parallel. The first failure is the failure of all, and the signal stops the rest: it would only
 * cost.
 *
 * @param signal Cancels all of it. Nothing stays attached to it, since it may live as long as the process.
 */
export async function allOrNone<Result>(
  signal: AbortSignal | undefined,
  work: readonly ((signal: AbortSignal) => Promise<Result>)[],
): Promise<Result[]> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const cancel = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    return await Promise.all(work.map((piece) => piece(controller.signal)))
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}
