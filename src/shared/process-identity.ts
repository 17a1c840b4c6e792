import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Which process has something, as it writes it down for others. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /**
   * Tells apart the places within which a process id means one process: a started kernel and, of containers, each one.
   * Two containers may well have one host name. Absent where the system does not say (only Linux does).
   */
  readonly space?: string
  /** When the process began, as its system counts; absent where it does not say. */
  readonly start?: string
  /** Random: one process may have several things, or the same thing twice. */
  readonly id: string
}

export const thisProcess = (): ProcessIdentity => ({
  ...{ pid: process.pid, host: hostname(), id: randomUUID() },
  ...{ space: spaceHere(), start: startOf(process.pid) },
})

/**
 * Whether a process is surely dead.
 *
 * @param within What has to be the same for its number to mean anything here: the host's name, for what lies on a disk,
 * or the space, for what other machines see too.
 */
export function isDead(
  { pid, host, space, start }: Partial<ProcessIdentity>,
  within: 'host' | 'space',
): boolean {
  const isHere = within === 'host' ? host === hostname() : space !== undefined && space === spaceHere()
  if (pid === undefined || !isHere) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  // When a container starts again, another process has the number of the one that was killed.
  const now = start === undefined ? undefined : startOf(pid)
  return now !== undefined && now !== start
}

function spaceHere(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return undefined
  }
}

function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22: those before it are counted from the name's last bracket, since a name may hold anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
