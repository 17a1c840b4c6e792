import { type Line, readLines } from './lines.ts'
import { explainError } from './run-file-error.ts'

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
