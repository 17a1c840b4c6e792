import { open } from 'node:fs/promises'
import { RunReading } from '../../../run/file/read-run.ts'
import type { EvaluationRun } from '../../../run/record.ts'

const tailLength = 256

/** A run under way: what was appended is read from where the last reading stopped. */
export class RunUnderWay {
  readonly #file: string
  readonly inode: number
  readonly #reading: RunReading
  #tail = ''

  constructor(file: string, inode: number) {
    this.#file = file
    this.inode = inode
    // Texts stay in the file: there may be many.
    this.#reading = new RunReading(file, { lightFrom: 0 })
  }

  /** Whether the file still holds what was read of it. */
  async isSame(): Promise<boolean> {
    return this.#tail !== '' && (await this.#readTail()) === this.#tail
  }

  /** @throws RunFileError */
  async read(): Promise<EvaluationRun> {
    const run = await this.#reading.read()
    this.#tail = await this.#readTail()
    return run
  }

  async #readTail(): Promise<string> {
    const handle = await open(this.#file)
    try {
      const { length: end } = this.#reading
      const start = Math.max(0, end - tailLength)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
      return buffer.toString('latin1', 0, bytesRead)
    } finally {
      await handle.close()
    }
  }
}
