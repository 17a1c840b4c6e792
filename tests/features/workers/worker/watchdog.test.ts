import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const watchdog = new URL('../../../../src/features/workers/worker/watchdog.ts', import.meta.url).href

/** A process with a watchdog of one second, and what it does then. */
const withWatchdog = (work: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { Watchdog } from '${watchdog}'
       const watchdog = new Watchdog(1000, 2)
       watchdog.begins({ id: 'first', group: 'tone' })
       watchdog.begins({ id: 'second', group: 'bias' })
       watchdog.ends('first')
       watchdog.begins({ id: 'third', group: 'ton\u00e9' })
       ${work}`,
    ],
    { encoding: 'utf8', timeout: 600_000 },
  )

it('ends a process whose scorer never comes back, and names what was in work', () => {
  const { signal, stderr } = withWatchdog('for (;;);')
  expect(signal).toBe('SIGKILL')
  expect(stderr).toContain('was blocked for 1 s with these jobs in work: second (bias), third (toné).')
})

it('leaves a process alone that goes on, and keeps none alive', () => {
  const waits = withWatchdog('await new Promise((resolve) => setTimeout(resolve, 2500)); console.log("done")')
  expect(waits).toMatchObject({ status: 0, stdout: 'done\n' })
  expect(withWatchdog('console.log("over")')).toMatchObject({ status: 0, stdout: 'over\n' })
})
