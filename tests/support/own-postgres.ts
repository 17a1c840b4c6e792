import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const folderOfAll = '/usr/lib/postgresql'
const binaries = existsSync(folderOfAll)
  ? join(folderOfAll, readdirSync(folderOfAll).sort().at(-1) ?? '', 'bin')
  : undefined

export const hasOwnPostgres = binaries !== undefined
if (!hasOwnPostgres)
  console.warn(`A database that stops is not tried: there is no PostgreSQL to start under ${folderOfAll}`)

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A PostgreSQL of one's own, which can be stopped and started. It does not run as root. */
export async function ownPostgres() {
  const folder = mkdtempSync('/tmp/verdict-postgres-')
  const isRoot = process.getuid?.() === 0
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const who = isRoot ? { uid: id('-u'), gid: id('-g') } : {}
  if (isRoot) chownSync(folder, who.uid ?? 0, who.gid ?? 0)
  const port = await freePort()
  const data = join(folder, 'data')
  const tool = (name: string, ...args: string[]) =>
    execFileSync(join(binaries ?? '', name), args, { ...who, stdio: 'ignore', cwd: folder })
  const server = (...args: string[]) =>
    tool('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', `-p ${port} -k ${folder}`, ...args)
  tool('initdb', '-D', data, '-U', 'postgres', '--auth=trust')
  server('start')
  onTestFinished(() => {
    try {
      server('-m', 'immediate', 'stop')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** @param mode 'immediate' is a crash. */
    stop: (mode: 'fast' | 'immediate' = 'fast') => server('-m', mode, 'stop'),
    start: () => server('start'),
  }
}
