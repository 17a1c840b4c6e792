import { type FileHandle, open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { LinePlace } from '../lazy/kept-lines.ts'
import type { JournalEnd } from './journal-lines.ts'
import { lockFile } from './lock.ts'
import { RunFileError, unwritable } from './run-file-error.ts'

/**
 * Opens a journal for writing, with this process as its only writer.
 *
 * @param read Reads the present content; undefined if the file counts as new.
 * @throws RunFileError if another process is writing it, or if it cannot be written; whatever `read` throws.
 */
export async function openJournal<Stored extends JournalEnd>(
  file: string,
  read: () => Promise<Stored | undefined>,
): Promise<{
  /** The present content. */
  readonly stored: Stored | undefined
  /** False for a pipe or a device, which cannot be read again. */
  readonly isFile: boolean
  readonly writer: JournalWriter
  /** Closes the file and releases its lock. May be called again. */
  close(): Promise<void>
}> {
  // Any other problem shows on opening.
  const found = await stat(file).catch(() => undefined)
  const isFile = found?.isFile() ?? true
  // A pipe or a device has nothing to resume, and cannot have a lock file next to it.
  const unlock = isFile ? await lockFile(file) : async () => {}
  try {
    const stored = found !== undefined && isFile ? await read() : undefined
    const writer = await JournalWriter.open(file, isFile ? (stored ?? { length: 0, open: false }) : undefined)
    let closed: Promise<void> | undefined
    const close = () => {
      closed ??= writer.close().finally(unlock)
      return closed
    }
    return { stored, isFile, writer, close }
  } catch (error) {
    await unlock()
    throw error
  }
}

/**
 * Appends lines to a journal. Each line is passed to the operating system in one write, so a killed process leaves
 * complete lines except perhaps the last. Lines are also flushed to the disk (`fdatasync`), so the same holds for a
 * machine that stops. Lines that arrive while the disk is busy are written together: a slow disk does not slow down the
 * caller.
 */
export class JournalWriter {
  readonly #file: string
  readonly #handle: FileHandle
  /** Where it is, whatever the target makes the working directory; undefined for a pipe or a device. */
  readonly #path: string | undefined
  /** Byte position of the next line. */
  #position: number
  #pending: string[] = []
  #writing: Promise<void> | undefined
  #failure: RunFileError | undefined

  /** @param from The end of an existing file; undefined for a pipe or a device. */
  constructor(file: string, handle: FileHandle, from: JournalEnd | undefined) {
    this.#file = file
    this.#handle = handle
    this.#path = from && resolve(file)
    this.#position = (from?.length ?? 0) + (from?.open ? 1 : 0)
  }

  /**
   * @param from The end of an existing file; anything after `length` is cut off.
   * @throws RunFileError if the file cannot be opened.
   */
  static async open(file: string, from?: JournalEnd): Promise<JournalWriter> {
    try {
      const handle = await open(file, 'a')
      if (from !== undefined) {
        await handle.truncate(from.length)
        if (from.open) await handle.appendFile('\n')
      }
      return new JournalWriter(file, handle, from)
    } catch (error) {
      throw unwritable(file, error)
    }
  }

  /** The reason why nothing is written any more. */
  get failure(): RunFileError | undefined {
    return this.#failure
  }

  /**
   * Appends a line, and resolves once it is on the disk.
   *
   * @returns Its byte range in the file.
   * @throws RunFileError if it cannot be written; every later line then fails, too.
   */
  async append(record: object): Promise<LinePlace> {
    const line = `${JSON.stringify(record)}\n`
    const start = this.#position
    const end = start + Buffer.byteLength(line)
    this.#position = end
    this.#pending.push(line)
    // A line that arrives during a write goes into the next one.
    await this.#writing?.catch(() => undefined)
    this.#writing ??= this.#flush().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
    return { start, end }
  }

  async #flush(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    const text = this.#pending.join('')
    this.#pending = []
    try {
      await this.#handle.appendFile(text)
      await this.#handle.datasync().catch(ignoreWhereImpossible)
      await this.#checkName()
    } catch (error) {
      this.#failure = error instanceof RunFileError ? error : unwritable(this.#file, error)
      throw this.#failure
    }
  }

  /** A file that is removed can still be written, and all of it is lost when it is closed. */
  async #checkName(): Promise<void> {
    if (this.#path === undefined) return
    const [own, named] = await Promise.all([
      this.#handle.stat({ bigint: true }),
      stat(this.#path, { bigint: true }).catch(undefinedIfGone),
    ])
    if (named?.ino === own.ino && named.dev === own.dev) return
    const message =
      'was removed, moved or replaced while it was being written: leave it in place, and run again'
    throw new RunFileError({ reason: 'unwritable', file: this.#file, message })
  }

  async close(): Promise<void> {
    await this.#writing?.catch(() => undefined)
    await this.#handle.close()
  }
}

function undefinedIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Ignores errors of files that cannot be flushed, such as a pipe or a terminal. */
function ignoreWhereImpossible(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error
}
