import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lockFile } from '../../../evaluation/run-file/lock.ts'
import { RunFileError } from '../../../evaluation/run-file/run-file-error.ts'
import { replaceFile } from '../../../shared/replace-file.ts'
import type { StateKeeper } from './state-keeper.ts'

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
        throw new TypeError(`${file} is not the state of a monitor: remove it, or name another file`, {
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
