import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { isDead, type ProcessIdentity, thisProcess } from '../../shared/process-identity.ts'
import { toTime } from '../../shared/to-time.ts'
import { RunFileError, unwritable } from './run-file-error.ts'

/**
 * Makes this process the only writer of a run file, by a lock file next to it that names the process. It takes over the
 * lock of a process on this machine that is dead, so that a killed run can resume at once.
 *
 * @returns A function that releases the lock.
 * @throws RunFileError if another process holds it.
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
  const lock = `${file}.lock`
  const owner = thisProcess()
  for (let attempt = 1; ; attempt += 1) {
    if (await create(lock, owner)) return () => rm(lock, { force: true })
    const held = await readOwner(lock)
    if (held === undefined) continue
    if (attempt > 5 || !isDead(held, 'host')) throw await inUse(file, lock, held)
    await removeStale(lock, held)
  }
}

/** Returns whether a process has the lock of a file, and may still be alive. */
export async function isLocked(file: string): Promise<boolean> {
  const held = await readOwner(`${file}.lock`)
  return held !== undefined && !isDead(held, 'host')
}

async function create(lock: string, owner: ProcessIdentity): Promise<boolean> {
  const fail = (error: unknown): never => {
    const { code } = error as NodeJS.ErrnoException
    const advice = code === 'ENOENT' ? `: create ${dirname(resolve(lock))} first` : ''
    throw unwritable(lock, error, advice)
  }
  let handle: FileHandle
  try {
    handle = await open(lock, 'wx')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? false : fail(error)
  }
  try {
    await handle.writeFile(JSON.stringify(owner)).finally(() => handle.close())
    return true
  } catch (error) {
    // The lock is ours, and would keep everyone out.
    await rm(lock, { force: true })
    return fail(error)
  }
}

/** Returns undefined if the lock is gone. A lock that cannot be read is just being written. */
async function readOwner(lock: string): Promise<Partial<ProcessIdentity> | undefined> {
  try {
    return JSON.parse(await readFile(lock, 'utf8')) as Partial<ProcessIdentity>
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : {}
  }
}

/** Removes a stale lock. If another process took it over since it was read, the new lock is put back. */
async function removeStale(lock: string, stale: Partial<ProcessIdentity>): Promise<void> {
  const aside = `${lock}.${randomUUID()}`
  try {
    await rename(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = await readOwner(aside)
  if (taken?.id !== stale.id) await link(aside, lock)
  await rm(aside, { force: true })
}

async function inUse(
  file: string,
  lock: string,
  { pid, host }: Partial<ProcessIdentity>,
): Promise<RunFileError> {
  const isElsewhere = host !== undefined && host !== hostname()
  const who = pid === undefined ? 'another process' : `process ${pid}${isElsewhere ? ` on ${host}` : ''}`
  // A cache or a copy of the folder keeps the time, too.
  const made = await stat(lock).catch(() => undefined)
  const since =
    made === undefined ? 'is writing it' : `has been writing it since ${toTime(made.mtime.toISOString())}`
  const advice = isElsewhere
    ? 'This machine cannot tell whether it still runs: if not, as after a killed job whose folder was cached, remove'
    : 'If no evaluation is running there, remove'
  const message = `${who} ${since}. ${advice} ${lock}`
  return new RunFileError({ reason: 'in-use', file, message })
}
