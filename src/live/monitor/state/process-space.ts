import { readFileSync, readlinkSync } from 'node:fs'

/**
 * What tells apart the places within which a process id means one process: a started kernel and, of containers, each
 * one. Two containers may well have one host name. Undefined where the system does not say (only Linux does).
 */
export function processSpace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return undefined
  }
}
