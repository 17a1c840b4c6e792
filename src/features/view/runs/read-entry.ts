import { join } from 'node:path'
import { readRun } from '../../../run/file/read-run.ts'
import { RunFileError } from '../../../run/file/run-file-error.ts'
import { describeError } from '../../../shared/describe-error.ts'
import { summariseRun } from './run-summary.ts'
import { RunUnderWay } from './run-under-way.ts'
import type { Entry } from './summary-cache.ts'

/** Reads the runs of a folder. One that is under way is read on from where the last look ended. */
export class EntryReader {
  readonly #folder: string
  readonly #growing = new Map<string, RunUnderWay>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Returns whether the file was still being written when it was last read. */
  isUnderWay(file: string): boolean {
    return this.#growing.has(file)
  }

  forget(file: string): void {
    this.#growing.delete(file)
  }

  /** @param isLocked Whether another process writes to the file. */
  async read(file: string, inode: number, isLocked: boolean): Promise<Entry> {
    const path = join(this.#folder, file)
    const before = this.#growing.get(file)
    this.#growing.delete(file)
    try {
      if (!isLocked) return summariseRun(await readRun(path), false)
      const goesOn = before?.inode === inode && (await before.isSame())
      const growing = goesOn && before !== undefined ? before : new RunUnderWay(path, inode)
      const run = await growing.read()
      // Its outcome may still follow.
      this.#growing.set(file, growing)
      return summariseRun(run, true)
    } catch (error) {
      const isOther =
        error instanceof RunFileError &&
        (error.reason === 'empty' || (error.reason === 'invalid' && error.line === 1))
      return isOther ? { kind: 'other' } : { kind: 'damaged', problem: describeError(error) }
    }
  }
}
