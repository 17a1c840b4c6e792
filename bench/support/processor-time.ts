import { readdirSync, readFileSync } from 'node:fs'
import { peakMemoryIn } from '../../tests/support/peak-memory.ts'

/** Processor time that a process has had, in milliseconds, as Linux tells it in hundredths of a second. */
export function processorTimeOf(pid: number | undefined): number {
  const [, times = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = times.split(' ').slice(11, 13)
  return 10 * (Number(user) + Number(system))
}

/** Of all processes with the name that live now. */
export function processorTimeOfAll(name: string): number {
  let sum = 0
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name) sum += processorTimeOf(pid)
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum
}

/** The most memory that a process has had, in megabytes. */
export const peakOf = (pid: number | undefined) => peakMemoryIn(readFileSync(`/proc/${pid}/status`, 'utf8'))
