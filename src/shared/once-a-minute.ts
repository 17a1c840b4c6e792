const minuteInMs = 60_000

/** Each reports a count that the next minute would report. */
const unreported = new Set<() => void>()

/** Reports at once what would be reported within a minute. */
export function reportCounts(): void {
  for (const report of unreported) report()
}

process.on('exit', reportCounts)

/** Limits a frequent report: the first time at once, after that once a minute and at the end, with the number of times. */
export function countedOnceAMinute(say: (count: number) => void): () => void {
  let unsaid = 0
  let timer: NodeJS.Timeout | undefined
  function report() {
    unreported.delete(report)
    const count = unsaid
    unsaid = 0
    say(count)
  }
  function speak() {
    timer = undefined
    if (unsaid === 0) return
    report()
    timer = setTimeout(speak, minuteInMs).unref()
  }
  return () => {
    unsaid += 1
    unreported.add(report)
    if (timer === undefined) speak()
  }
}
