import { shorten } from '../../report/safe-text.ts'
import type { Output } from '../surroundings.ts'

const hideCursor = '\u001b[?25l'
const showCursor = '\u001b[?25h'
const clearLine = '\r\u001b[2K'

/** The last line of a terminal, drawn again and again in place. What others write goes above it. */
export class StatusLine {
  readonly #output: Output
  #isDrawn = false

  constructor(output: Output) {
    this.#output = output
  }

  draw(text: string): void {
    // A line that wraps would be two, of which only one is cleared.
    this.#output.write(`${hideCursor}${clearLine}${shorten(text, (this.#output.columns || 80) - 1)}`)
    this.#isDrawn = true
  }

  /** Makes way; what is written next begins where the line was. */
  clear(): void {
    if (!this.#isDrawn) return
    this.#isDrawn = false
    this.#output.write(`${clearLine}${showCursor}`)
  }
}
