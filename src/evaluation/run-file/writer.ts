import { type FileHandle, open } from 'node:fs/promises'
import { meaningOf, RunFileError } from './run-file-error.ts'

/**
 * Appends lines to a run file. A line is handed to the system in one write, so a process that is killed
 * leaves whole lines but for the last, and flushed to the disk (`fdatasync`), so a machine that stops does too.
 * Lines that come while the disk is busy are written together: a slow disk does not slow an evaluation.
 */
export class RunFileWriter {
  readonly #file: string
  readonly #handle: FileHandle
  #pending: string[] = []
  #writing: Promise<void> | undefined
  #failure: RunFileError | undefined

  constructor(file: string, handle: FileHandle) {
    this.#file = file
    this.#handle = handle
  }

  /**
   * @param from Where to go on in a file that is there: whatever stands behind `length` is cut off.
   * @throws RunFileError where the file cannot be opened.
   */
  static async open(file: string, from?: { length: number; open: boolean }): Promise<RunFileWriter> {
    try {
      const handle = await open(file, 'a')
      if (from !== undefined) {
        await handle.truncate(from.length)
        if (from.open) await handle.appendFile('\n')
      }
      return new RunFileWriter(file, handle)
    } catch (error) {
      throw unwritable(file, error)
    }
  }

  /** Why nothing is written any more. */
  get failure(): RunFileError | undefined {
    return this.#failure
  }

  /**
   * Settles when the line is on the disk.
   *
   * @throws RunFileError where it cannot be written, as for every line after it.
   */
  async append(record: object): Promise<void> {
    this.#pending.push(`${JSON.stringify(record)}\n`)
    // A line that comes during a write is in the next one.
    await this.#writing?.catch(() => undefined)
    this.#writing ??= this.#flush().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  async #flush(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    const text = this.#pending.join('')
    this.#pending = []
    try {
      await this.#handle.appendFile(text)
      await this.#handle.datasync().catch(ignoreWhereImpossible)
    } catch (error) {
      this.#failure = unwritable(this.#file, error)
      throw this.#failure
    }
  }

  async close(): Promise<void> {
    await this.#writing?.catch(() => undefined)
    await this.#handle.close()
  }
}

/** A pipe or a terminal has nothing to flush. */
function ignoreWhereImpossible(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error
}

function unwritable(file: string, cause: unknown): RunFileError {
  return new RunFileError({
    reason: 'unwritable',
    file,
    message: `cannot be written: ${meaningOf(cause)}`,
    cause,
  })
}
