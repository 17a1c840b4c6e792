import { connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { databaseUrl, hasPostgres, postgresStore, testQueue } from '../support/queues.ts'

/** A way to the database on which connections can be made to say nothing more, as behind a firewall that forgot them. */
async function proxy() {
  const { hostname, port } = new URL(databaseUrl)
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const database = connect(Number(port || 5432), hostname)
    sockets.push(client, database)
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    mute() {
      for (const socket of sockets) socket.unpipe()
    },
  }
}

it.skipIf(!hasPostgres)(
  'puts what servers give although all connections went mute, and says so',
  { timeout: 300_000 },
  async () => {
    const way = await proxy()
    const queue = testQueue({ ...postgresStore(), connectionString: way.url })
    const run = (number: number) => ({
      runId: String(number),
      input: '',
      output: '',
      entity: { id: 'guide' },
    })
    queue.add({ id: 'tone' }, run(0))
    await expect.poll(() => queue.given.put, { timeout: 20_000 }).toBe(1)
    way.mute()
    for (let number = 1; number <= 5; number += 1) queue.add({ id: 'tone' }, run(number))
    await expect.poll(() => queue.given.put, { timeout: 200_000, interval: 500 }).toBe(6)
    expect(queue.dropped).toBe(0)
    expect(queue.said.join('\n')).toMatch(/cannot be reached, jobs wait.*can be reached again/s)
  },
)
