import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lockFile } from '../../../run/file/lock.ts'
import { RunFileError } from '../../../run/file/run-file-error.ts'
import { replaceFile } from '../../../shared/replace-file.ts'

/** Storage for the state of a monitor, owned by one monitor at a time. */
export interface StateKeeper {
  /**
   * Takes ownership.
   *
   * @returns The other owner; undefined if it is ours now.
   */
  acquire(): Promise<string | undefined>
  /** Returns the state as JSON; undefined if there is none yet. */
  load(): Promise<unknown>
  /**
   * Replaces the state atomically.
   *
   * @throws LostStateError if another monitor has taken over.
   */
  save(state: object): Promise<void>
  /** Gives up ownership. */
  release(): Promise<void>
}

/** Thrown if another monitor has taken over the state; this one must not save. */
export class LostStateError extends Error {
  override readonly name = 'LostStateError'
}

/** Thrown if another running monitor owns the state. */
export class MonitorInUseError extends Error {
  override readonly name = 'MonitorInUseError'
}

/** Keeps the state in a file, with a lock file that names the owning process. */
export function fileState(file: string): StateKeeper {
  let unlock: (() => Promise<void>) | undefined
  return {
    async acquire() {
      await mkdir(dirname(file), { recursive: true })
      try {
        unlock = await lockFile(file)
        return undefined
      } catch (error) {
        if (error instanceof RunFileError && error.reason === 'in-use') return error.message
        throw error
      }
    },
    async load() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (text === undefined) return undefined
      try {
        return JSON.parse(text) as unknown
      } catch (error) {
        throw new TypeError(`${file} does not hold the state of a monitor: remove it, or name another file`, {
          cause: error,
        })
      }
    },
    async save(state) {
      // Serialised before any await, because the state keeps changing.
      await replaceFile(file, JSON.stringify(state))
    },
    async release() {
      await unlock?.()
      unlock = undefined
    },
  }
}
