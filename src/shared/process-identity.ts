import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The owner of something, as recorded for other processes. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /**
   * Identifies the space within which a process id is unique: a booted kernel and, with containers, each container. Two
   * containers may well share a host name. Absent unless the system says so (only Linux does).
   */
  readonly space?: string
  /** The start time of the process, as its system counts; absent if unknown. */
  readonly start?: string
  /** Random: a process may own several things, or the same thing twice. */
  readonly id: string
}

export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  host: hostname(),
  id: randomUUID(),
  space: spaceHere(),
  start: readStartTime(process.pid),
})

/**
 * Returns whether a process is certainly dead.
 *
 * @param within What must match for the process id to mean anything here: the host name, for files on a disk, or the
 * space, for data that other machines share. /
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
  // When a container restarts, another process may get the id of the killed one.
  const now = start === undefined ? undefined : readStartTime(pid)
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

function readStartTime(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22, counted from the last bracket of the name, since a name may contain anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
