/**
 * Waits for work that may not look at the signal itself.
 *
 * @throws The signal's reason as soon as it aborts; the work's own error otherwise. Nothing stays attached to the
 *   signal, since it may live as long as the process.
 */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work
  let cancel: () => void = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    cancel = () => reject(signal.reason)
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
