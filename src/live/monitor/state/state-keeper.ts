import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lockFile } from '../../../run/file/lock.ts'
import { RunFileError } from '../../../run/file/run-file-error.ts'
import { replaceFile } from '../../../shared/replace-file.ts'

/** Where the state of a monitor is kept, by one monitor at a time. */
export interface StateKeeper {
  /**
   * Becomes the one that keeps it.
   *
   * @returns Who else does; undefined where it is ours now.
   */
  acquire(): Promise<string | undefined>
  /** The state as JSON; undefined where there is none yet. */
  load(): Promise<unknown>
  /**
   * Puts it in the place of what was there, whole or not at all.
   *
   * @throws LostStateError where another monitor has taken over.
   */
  save(state: object): Promise<void>
  /** Gives it to whoever comes next. */
  release(): Promise<void>
}

/** Another monitor has the state by now; what this one knows is not to be kept. */
export class LostStateError extends Error {
  override readonly name = 'LostStateError'
}

/** Another monitor has the state, and goes on. */
export class MonitorInUseError extends Error {
  override readonly name = 'MonitorInUseError'
}

/** A state in a file, with a file beside it that says which process has it. */
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
      // Before anything is waited for: the state goes on changing.
      await replaceFile(file, JSON.stringify(state))
    },
    async release() {
      await unlock?.()
      unlock = undefined
    },
  }
}
