const minuteInMs = 60_000

/** Limits a frequent report: the first time at once, after that once a minute with the number of times. */
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
