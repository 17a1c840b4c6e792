import { type FileHandle, open, stat } from 'node:fs/promises'
import type { LinePlace } from '../lazy/kept-lines.ts'
import { type Line, readLines } from './lines.ts'
import { lockFile } from './lock.ts'
import { meaningOf, RunFileError } from './run-file-error.ts'

/** Where a writer goes on in a journal: a file of JSON, a record a line, to which lines are only ever appended. */
export interface JournalEnd {
  /** Bytes up to the end of the last whole line. */
  readonly length: number
  /** Whether the last whole line lacks its line break. */
  readonly open: boolean
}

export interface JournalLine extends Line {
  readonly isFirst: boolean
  /** Undefined for what is no JSON. */
  readonly value: unknown
  /** Why it is no JSON. */
  readonly cause?: unknown
}

export interface JournalReading {
  /**
   * Whether a last line that is no JSON was cut off, since an object that is cut off is never JSON. A writer cuts it
   * away, so it must be nothing but the beginning of such a file, or of a record.
   */
  isCut(text: string, isFirst: boolean): boolean
  /** What is thrown where the file cannot be read. */
  unreadable(message: string, cause: unknown): Error
}

/** The lines of a journal, but for a last one that was cut off: of that there is a warning. */
export class JournalLines implements JournalEnd {
  length = 0
  open = false
  readonly warnings: string[] = []
  readonly #file: string
  readonly #reading: JournalReading

  constructor(file: string, reading: JournalReading) {
    this.#file = file
    this.#reading = reading
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JournalLine> {
    const { isCut, unreadable } = this.#reading
    let isFirst = true
    try {
      for await (const line of readLines(this.#file, { mayBeCut: true })) {
        const json = parse(line.text)
        if ('cause' in json && !line.ended && isCut(line.text, isFirst)) {
          this.warnings.push(`${this.#file}, line ${line.number}: incomplete, so ignored`)
          return
        }
        this.length = line.end
        this.open = !line.ended
        yield { ...line, ...json, isFirst }
        if (line.text.trim() !== '') isFirst = false
      }
    } catch (cause) {
      throw unreadable(`cannot be read: ${meaningOf(cause)}`, cause)
    }
  }
}

function parse(text: string): { value: unknown; cause?: unknown } {
  try {
    return { value: JSON.parse(text) }
  } catch (cause) {
    return { value: undefined, cause }
  }
}

/**
 * Opens a journal for writing, of which this process is the only writer then.
 *
 * @param read Reads what is there; undefined where the file counts as new.
 * @throws RunFileError where another process writes it, or it cannot be written; what `read` throws.
 */
export async function openJournal<Stored extends JournalEnd>(
  file: string,
  read: () => Promise<Stored | undefined>,
): Promise<{
  /** What stands there. */
  readonly stored: Stored | undefined
  /** Not so of a pipe or a device: what it was given cannot be read again. */
  readonly isFile: boolean
  readonly writer: JournalWriter
  /** Closes the file and gives its lock back. May be called again. */
  close(): Promise<void>
}> {
  // Whatever else is the matter shows when it is opened.
  const found = await stat(file).catch(() => undefined)
  const isFile = found?.isFile() ?? true
  // A pipe or a device holds nothing to go on with, and no lock can stand beside it.
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
 * Appends lines to a journal. A line is handed to the system in one write, so a process that is killed
 * leaves whole lines but for the last, and flushed to the disk (`fdatasync`), so a machine that stops does too.
 * Lines that come while the disk is busy are written together: a slow disk does not slow who writes.
 */
export class JournalWriter {
  readonly #file: string
  readonly #handle: FileHandle
  /** Where the next line begins. */
  #position: number
  #pending: string[] = []
  #writing: Promise<void> | undefined
  #failure: RunFileError | undefined

  constructor(file: string, handle: FileHandle, position: number) {
    this.#file = file
    this.#handle = handle
    this.#position = position
  }

  /**
   * @param from Where to go on in a file that is there: whatever stands behind `length` is cut off.
   * @throws RunFileError where the file cannot be opened.
   */
  static async open(file: string, from?: JournalEnd): Promise<JournalWriter> {
    try {
      const handle = await open(file, 'a')
      if (from !== undefined) {
        await handle.truncate(from.length)
        if (from.open) await handle.appendFile('\n')
      }
      return new JournalWriter(file, handle, (from?.length ?? 0) + (from?.open ? 1 : 0))
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
   * @returns Where it stands in the file.
   * @throws RunFileError where it cannot be written, as for every line after it.
   */
  async append(record: object): Promise<LinePlace> {
    const line = `${JSON.stringify(record)}\n`
    const start = this.#position
    const end = start + Buffer.byteLength(line)
    this.#position = end
    this.#pending.push(line)
    // A line that comes during a write is in the next one.
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
