const minuteInMs = 60_000

/**
 * For what may happen often and must be said: the first time at once, and what follows once a minute, with how often it
 * was.
 */
export function countedOnceAMinute(say: (count: number) => void): () => void {
  let unsaid = 0
  let timer: NodeJS.Timeout | undefined
  function speak() {
    timer = undefined
    if (unsaid === 0) return
    say(unsaid)
    unsaid = 0
    timer = setTimeout(speak, minuteInMs).unref()
  }
  return () => {
    unsaid += 1
    if (timer === undefined) speak()
  }
}
