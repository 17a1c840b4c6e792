/**
 * Waits for a store, but not for ever: a client that has lost its server may wait for it without end.
 *
 * @throws Error where the time is up; what the work throws otherwise.
 */
export async function inTime<Result>(timeoutInMs: number, work: () => Promise<Result>): Promise<Result> {
  // Not the timer of promises: cancelling that one makes an error, with a stack, for every read that came in time.
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutInMs} ms`)), timeoutInMs)
  })
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
