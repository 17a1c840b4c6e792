import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a database that can be blocked, in one way or another. */
export async function wayTo(database: string) {
  const { hostname, port } = new URL(database)
  const sockets = new Set<Socket>()
  let isOpen: 'open' | 'refuses' | 'hangs' = 'open'
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    if (isOpen === 'refuses') return void client.destroy()
    if (isOpen === 'hangs') return
    const behind = connect(Number(port || 5432), hostname)
    sockets.add(behind)
    client.pipe(behind).pipe(client)
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  /** As behind a firewall that forgot them: what is connected says nothing more, new connections are made. */
  const mute = () => {
    for (const socket of sockets) socket.unpipe()
  }
  onTestFinished(() => {
    end()
    server.close()
  })
  const url = new URL(database)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    mute,
    /** Connections end, and no new ones are made. */
    refuse() {
      isOpen = 'refuses'
      end()
    },
    /** Connections say nothing more, and neither do new ones. */
    hang() {
      isOpen = 'hangs'
      mute()
    },
    open() {
      if (isOpen === 'hangs') end()
      isOpen = 'open'
    },
  }
}
