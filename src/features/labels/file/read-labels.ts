import { ZodError } from 'zod/v4'
import { type JournalEnd, type JournalLine, JournalLines } from '../../../run/file/journal-lines.ts'
import { readLines } from '../../../run/file/lines.ts'
import { sayIssue } from '../../../shared/say-issue.ts'
import { type LabelsLine, parseLabelsLine } from './label-record.ts'

/**
 * Reads a labels file. Skips an incomplete last line with a warning, and empty lines; other invalid lines are errors.
 *
 * @returns The contents of the file.
 * @throws LabelsFileError with file and line.
 */
export async function readLabels(file: string): Promise<
  JournalEnd & {
    readonly file: string
    /** In the order of the file. */
    readonly lines: readonly LabelsLine[]
    /** Warning about an incomplete last line. */
    readonly warnings: readonly string[]
  }
> {
  const journal = new JournalLines(file, {
    isCut: (text, isFirst) =>
      text.startsWith('{') && (!isFirst || text.startsWith(head) || head.startsWith(text)),
    unreadable: (message, cause) => new LabelsFileError({ file, message, cause }),
  })
  const lines: LabelsLine[] = []
  for await (const line of journal) if (line.text.trim() !== '') lines.push(parse(line, file))
  const { warnings, length, open } = journal
  return { file, lines, warnings, length, open }
}

const head = '{"kind":'

/** Returns true if a file begins like a labels file. @throws The error of the file system. */
export async function isLabelsFile(file: string): Promise<boolean> {
  for await (const { text } of readLines(file)) {
    if (text.trim() === '') continue
    try {
      parseLabelsLine(JSON.parse(text))
      return true
    } catch {
      return false
    }
  }
  return false
}

function parse({ number, value, cause }: JournalLine, file: string): LabelsLine {
  if (cause !== undefined)
    throw new LabelsFileError({
      file,
      line: number,
      message:
        number === 1
          ? 'is not JSON, and a labels file has a record in each line: import other files with `verdict label import`'
          : 'is not JSON: repair or delete the line, or name another file',
      cause,
    })
  try {
    return parseLabelsLine(value)
  } catch (cause) {
    if (!(cause instanceof ZodError)) throw cause
    throw new LabelsFileError({
      file,
      line: number,
      message: `is not a line of a labels file (${sayIssue(cause)}): import other files with \`verdict label import\``,
      cause,
    })
  }
}

/** Thrown for a labels file that cannot be read or written. */
export class LabelsFileError extends Error {
  override readonly name = 'LabelsFileError'
  readonly file: string
  /** From 1. */
  readonly line: number | undefined

  /** @param message The problem and its remedy. */
  constructor(details: { file: string; line?: number; message: string; cause?: unknown }) {
    const { file, line, message, cause } = details
    super(`${file}${line === undefined ? '' : `, line ${line}`}: ${message}`, { cause })
    this.file = file
    this.line = line
  }
}
