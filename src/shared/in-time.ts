export class TooLateError extends Error {
  constructor(timeoutInMs: number) {
    super(`no answer within ${timeoutInMs} ms`)
  }
}

/**
 * Waits for a store, but not forever: a client that lost its server may wait without end.
 *
 * @throws TooLateError when the time is up; otherwise whatever the work throws.
 */
export async function inTime<Result>(timeoutInMs: number, work: () => Promise<Result>): Promise<Result> {
  // Not the timer of promises: cancelling it creates an error, with a stack, for every read that came in time.
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLateError(timeoutInMs)), timeoutInMs)
  })
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
