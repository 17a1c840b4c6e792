import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openStore, stores } from './budget-stores.ts'

const execute = promisify(execFile)

const budget = 40
const processes = 3
const runsEach = 134

/** Live scoring at ten times its budget, by processes that share it. */
it.each(stores)('processes that share a budget in %s hold it, and no run fails', async (name) => {
  const place = `verdict-test-${randomUUID()}`
  const probe = await openStore(name, place).catch((error: unknown) => String(error))
  if (typeof probe === 'string') {
    console.warn(`skipped: ${name} does not answer: ${probe}`)
    return
  }
  await probe.close()
  const worker = new URL('./budget-worker.ts', import.meta.url).pathname
  const reports = await Promise.all(
    Array.from({ length: processes }, async () => {
      const { stdout } = await execute(process.execPath, [worker, name, place, `${budget}`, `${runsEach}`], {
        timeout: 600_000,
      })
      return JSON.parse(stdout) as Record<'calls' | 'scored' | 'notScorable' | 'failed', number>
    }),
  )
  const total = (field: 'calls' | 'scored' | 'notScorable' | 'failed') =>
    reports.reduce((sum, report) => sum + report[field], 0)
  expect(total('failed')).toBe(0)
  expect(total('calls')).toBe(budget)
  expect(total('scored')).toBe(budget)
  expect(total('notScorable')).toBe(processes * runsEach - budget)
})
