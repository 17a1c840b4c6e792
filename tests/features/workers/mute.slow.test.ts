import { expect, it } from 'vitest'
import { databaseUrl, hasPostgres, postgresStore, testQueue } from '../../support/queues.ts'
import { wayTo } from '../../support/way-to-database.ts'

it.skipIf(!hasPostgres)(
  'puts what servers give although all connections went mute, and says so',
  async () => {
    const way = await wayTo(databaseUrl)
    const queue = testQueue({ ...postgresStore(), connectionString: way.url })
    const run = (number: number) => ({
      runId: String(number),
      input: '',
      output: '',
      entity: { id: 'guide' },
    })
    queue.add({ id: 'tone' }, run(0))
    await expect.poll(() => queue.given.put).toBe(1)
    way.mute()
    for (let number = 1; number <= 5; number += 1) queue.add({ id: 'tone' }, run(number))
    await expect.poll(() => queue.given.put, { interval: 500 }).toBe(6)
    expect(queue.dropped).toBe(0)
    expect(queue.said.join('\n')).toMatch(/cannot be reached; jobs wait.*can be reached again/s)
  },
)
