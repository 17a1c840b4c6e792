import { createReadStream } from 'node:fs'

export interface Line {
  /** The text without its line break and, in the first line, without a byte order mark. */
  readonly text: string
  /** From 1. */
  readonly number: number
  /** Start in the file, in bytes. */
  readonly start: number
  /** End in the file, in bytes, after its line break. */
  readonly end: number
  /** Whether a line break follows; a truncated file ends without one. */
  readonly ended: boolean
}

const lineFeed = 0x0a

/** The bytes read at once: with fewer, reading takes longer than parsing. */
const highWaterMark = 1 << 18

/**
 * Reads the lines of a UTF-8 file one by one. Only line feeds end a line (with or without a carriage return before
 * them), since JSON may contain the other line breaks of Unicode.
 *
 * @param mayBeCut Whether a writer may have stopped in the middle of the last line, and so of a character: such a
 * partial character is left out. Default false.
 * @param after The last line already read: reading starts after it. Default: from the beginning.
 * @throws The error of the file system; TypeError for bytes that are not UTF-8.
 */
export async function* readLines(
  file: string,
  {
    mayBeCut = false,
    after,
  }: { readonly mayBeCut?: boolean; readonly after?: Pick<Line, 'number' | 'end'> } = {},
): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let { number, end: position } = after ?? { number: 0, end: 0 }
  let pending: Buffer[] = []
  const toLine = (bytes: Buffer, ended: boolean): Line => {
    const start = position
    number += 1
    position += bytes.length + (ended ? 1 : 0)
    const text = decodeText(bytes, decoder, number, mayBeCut && !ended)
    return { text, number, start, end: position, ended }
  }
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { start: position, highWaterMark })
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      yield toLine(Buffer.concat([...pending, chunk.subarray(from, end)]), true)
      pending = []
      from = end + 1
    }
    if (from < chunk.length) pending.push(chunk.subarray(from))
  }
  if (pending.length > 0) yield toLine(Buffer.concat(pending), false)
}

function decodeText(
  bytes: Buffer,
  decoder: InstanceType<typeof TextDecoder>,
  number: number,
  isCut: boolean,
): string {
  try {
    const text = decoder.decode(bytes, { stream: isCut })
    return text.slice(number === 1 && text.startsWith('\uFEFF') ? 1 : 0, text.endsWith('\r') ? -1 : undefined)
  } catch (cause) {
    throw new TypeError(
      `line ${number} is not UTF-8 text: the file is damaged, or saved in another encoding`,
      { cause },
    )
  }
}
