import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { scoringQueue } from '../../../../src/features/workers/queue/scoring-queue.ts'

const source = (file: string) => JSON.stringify(join(import.meta.dirname, '../../../../src', file))

/** Runs a process with a score for a queue whose database was never there. */
async function processThat(...lines: string[]) {
  const code = [
    `import { scoringQueue } from ${source('features/workers/index.ts')}`,
    `import { waitForLiveScores } from ${source('scorers/index.ts')}`,
    "const queue = scoringQueue({ connectionString: 'postgres://127.0.0.1:1/none' })",
    "queue.add({ id: 'scorer' }, { runId: 'run' })",
    ...lines,
  ]
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code.join('\n')])
}

it('a queue that was never reachable closes in its time, and warns', async () => {
  const { stdout, stderr } = await processThat(
    'const began = performance.now()',
    'await queue.close({ waitInMs: 2500 })',
    'console.log(queue.dropped, performance.now() - began >= 2500)',
  )
  expect(stdout).toBe('1 true\n')
  expect(stderr).toContain('1 live score dropped: the queue cannot be reached')
  expect(stderr).not.toContain('waitForLiveScores')
})

it('the advice to wait for live scores can be followed', async () => {
  expect((await processThat()).stderr).toContain(
    'at least 1 live score lost: the process ended first. Wait with waitForLiveScores() before it ends',
  )
  const { stdout, stderr } = await processThat('console.log(await waitForLiveScores({ timeoutInMs: 2500 }))')
  expect(stdout).toBe('{ givenUp: 1 }\n')
  expect(stderr).toContain('1 live score given up after 2500 ms')
  expect(stderr).toContain('at least 1 live score lost: the process ended first\n')
})

it('a queue closes in its time while a silent database keeps it from opening', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const queue = scoringQueue({
    connectionString: `postgres://127.0.0.1:${port}/none`,
    logger: { warn: () => undefined },
  })
  queue.add({ id: 'scorer' }, { runId: 'run' })
  const began = performance.now()
  await queue.close({ waitInMs: 500 })
  expect(queue.dropped).toBe(1)
  expect(performance.now() - began).toBeLessThan(8000)
})
