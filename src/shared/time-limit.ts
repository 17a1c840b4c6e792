/** Work that is given up when the signal aborts, also where it takes no notice of the signal. */
export async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  // Nobody waits for it any more once it is given up.
  work.catch(() => undefined)
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * A signal for one piece of work: aborts with the run's signal, or with a TimeoutError when the time is up.
 * `release` takes it off both.
 */
export function timeLimit(
  timeoutInMs: number,
  run: AbortSignal,
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  const cancel = () => controller.abort(run.reason)
  const timer = setTimeout(() => {
    controller.abort(
      new DOMException(`the item took longer than ${timeoutInMs} ms (timeoutInMs)`, 'TimeoutError'),
    )
  }, timeoutInMs)
  if (run.aborted) cancel()
  run.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer)
      run.removeEventListener('abort', cancel)
    },
  }
}
