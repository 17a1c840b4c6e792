import { type FileHandle, open, stat } from 'node:fs/promises'
import type { LinePlace } from '../lazy/kept-lines.ts'
import { type Line, readLines } from './lines.ts'
import { lockFile } from './lock.ts'
import { explainError, type RunFileError, unwritable } from './run-file-error.ts'

/** The place at which a writer continues a journal: a file with one JSON record per line, which only ever grows. */
export interface JournalEnd {
  /** Bytes up to the end of the last complete line. */
  readonly length: number
  /** Whether the last complete line lacks its line break. */
  readonly open: boolean
}

export interface JournalLine extends Line {
  /** Undefined for anything but JSON. */
  readonly value: unknown
  /** The parse error, if it is not JSON. */
  readonly cause?: unknown
}

export interface JournalReading {
  /**
   * Whether a last line that is not JSON was cut off; a truncated object is never JSON. A writer removes such a line,
   * so it must be nothing but the beginning of such a file, or of a record.
   */
  isCut(text: string, isFirst: boolean): boolean
  /** Makes the error to throw if the file cannot be read. */
  unreadable(message: string, cause: unknown): Error
}

/** Reads the lines of a journal, except a truncated last one, for which it gives a warning. */
export class JournalLines implements JournalEnd {
  length = 0
  open = false
  readonly warnings: string[] = []
  readonly #file: string
  readonly #reading: JournalReading
  #last: Pick<Line, 'number' | 'end'> | undefined

  constructor(file: string, reading: JournalReading) {
    this.#file = file
    this.#reading = reading
  }

  /** Reads to the present end; another iteration goes on there, once the file has grown. */
  async *[Symbol.asyncIterator](): AsyncGenerator<JournalLine> {
    const { isCut, unreadable } = this.#reading
    let isFirst = this.#last === undefined
    let isOpen = this.open
    this.warnings.length = 0
    try {
      for await (const line of readLines(this.#file, { mayBeCut: true, after: this.#last })) {
        // The line break of the line that was read last.
        if (isOpen && line.text === '' && line.ended) {
          this.#goTo(line)
          isOpen = false
          continue
        }
        const json = parse(line.text)
        if ('cause' in json && !line.ended && isCut(line.text, isFirst)) {
          this.warnings.push(`${this.#file}, line ${line.number}: incomplete, so ignored`)
          return
        }
        this.#goTo(line)
        isOpen = false
        yield { ...line, ...json }
        if (line.text.trim() !== '') isFirst = false
      }
    } catch (cause) {
      throw unreadable(`cannot be read: ${explainError(cause)}`, cause)
    }
  }

  #goTo(line: Line): void {
    this.#last = line
    this.length = line.end
    this.open = !line.ended
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
  /** Byte position of the next line. */
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
      return new JournalWriter(file, handle, (from?.length ?? 0) + (from?.open ? 1 : 0))
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

/** Ignores errors of files that cannot be flushed, such as a pipe or a terminal. */
function ignoreWhereImpossible(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error
}
