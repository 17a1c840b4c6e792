import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'

/** The byte range of a line in a file. */
export interface LinePlace {
  readonly start: number
  readonly end: number
}

const identifyFile = ({ dev, ino }: Stats) => `${dev} ${ino}`

/** The number of bytes read at once, so that going through a file line by line reads it only once. */
const blockInBytes = 1 << 18

/**
 * Values from lines that were read before but not kept: they are read again one at a time, when needed. The file may
 * grow meanwhile.
 */
export class KeptLines<Value> {
  readonly #file: string
  readonly #parse: (text: string) => Value
  readonly #identity: string | undefined
  #block: { readonly start: number; readonly bytes: Buffer } | undefined
  #last: { readonly start: number; readonly value: Value } | undefined

  /**
   * @param file An existing file; another file that takes its name later is noticed.
   * @param parse Parses a line. If the line has changed, its error becomes the cause.
   */
  constructor(file: string, parse: (text: string) => Value) {
    this.#file = file
    this.#parse = parse
    const found = statSync(file, { throwIfNoEntry: false })
    this.#identity = found && identifyFile(found)
  }

  /**
   * @param isSame Whether the value is the one read there before, as far as that is known.
   * @throws Error if the file is gone, is a different one, or has another line at that place.
   */
  read(start: number, end: number, isSame: (value: Value) => boolean): Value {
    if (this.#last?.start === start && isSame(this.#last.value)) return this.#last.value
    let value: Value
    try {
      value = this.#parse(
        this.#bytes(start, end)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      )
      if (!isSame(value)) throw new Error(`another line is at byte ${start} now`)
    } catch (cause) {
      const message = `${this.#file} was changed or removed while it was in use: leave it unchanged until the command ends`
      throw new Error(message, { cause })
    }
    this.#last = { start, value }
    return value
  }

  #bytes(start: number, end: number): Buffer {
    const block = this.#block
    if (block !== undefined && start >= block.start && end <= block.start + block.bytes.length)
      return block.bytes.subarray(start - block.start, end - block.start)
    const bytes = Buffer.alloc(Math.max(blockInBytes, end - start))
    const descriptor = openSync(this.#file, 'r')
    try {
      if (this.#identity !== identifyFile(fstatSync(descriptor)))
        throw new Error('another file has its name now')
      let length = 0
      while (length < bytes.length) {
        const read = readSync(descriptor, bytes, length, bytes.length - length, start + length)
        if (read === 0) break
        length += read
      }
      if (length < end - start) throw new Error(`it ends before byte ${end}`)
      this.#block = { start, bytes: bytes.subarray(0, length) }
    } finally {
      closeSync(descriptor)
    }
    return bytes.subarray(0, end - start)
  }
}
