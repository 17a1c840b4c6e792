import { ZodError } from 'zod/v4'
import { type Line, readLines } from '../../evaluation/lines.ts'
import { meaningOf } from '../../evaluation/run-file/run-file-error.ts'
import { type LabelsLine, parseLabelsLine } from './label-record.ts'
import { LabelsFileError } from './labels-file-error.ts'

/** A labels file as it was found. */
export interface LabelsFile {
  readonly file: string
  /** In the order of the file. */
  readonly lines: readonly LabelsLine[]
  /** A last line that was cut off. */
  readonly warnings: readonly string[]
  /** Bytes up to the end of the last whole line: a writer goes on from here. */
  readonly length: number
  /** Whether the last whole line lacks its line break. */
  readonly open: boolean
}

/**
 * Reads a labels file. A last line that was cut off is left out with a warning, and empty lines are; any other line
 * that is no record of a labels file is an error.
 *
 * @throws LabelsFileError that names file and line.
 */
export async function readLabels(file: string): Promise<LabelsFile> {
  const lines: LabelsLine[] = []
  const warnings: string[] = []
  let length = 0
  let open = false
  try {
    for await (const line of readLines(file, { mayBeCut: true })) {
      const record = parse(line, file, lines.length === 0)
      if (record === undefined) {
        warnings.push(`${file}, line ${line.number}: half-written, left out`)
        break
      }
      if (record !== 'empty') lines.push(record)
      length = line.end
      open = !line.ended
    }
  } catch (cause) {
    if (cause instanceof LabelsFileError) throw cause
    throw new LabelsFileError({ file, message: `cannot be read: ${meaningOf(cause)}`, cause })
  }
  return { file, lines, warnings, length, open }
}

/** Whether a file begins as a labels file does. @throws The error of the file system. */
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

const head = '{"kind":'

/** A writer cuts off what it takes for half-written: it must be nothing but the beginning of a labels file. */
const beginsAsLabels = (text: string) => text.startsWith(head) || head.startsWith(text)

/** Undefined for a line that was cut off: an object that is cut off is never JSON. */
function parse(
  { text, number, ended }: Line,
  file: string,
  isFirst: boolean,
): LabelsLine | 'empty' | undefined {
  if (text.trim() === '') return 'empty'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    if (!ended && text.startsWith('{') && (!isFirst || beginsAsLabels(text))) return undefined
    throw new LabelsFileError({
      file,
      line: number,
      message: 'is not JSON: repair or delete the line, or name another file',
      cause,
    })
  }
  try {
    return parseLabelsLine(value)
  } catch (cause) {
    if (!(cause instanceof ZodError)) throw cause
    const [issue] = cause.issues
    const found = [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')
    throw new LabelsFileError({
      file,
      line: number,
      message: `is not a line of a labels file (${found}): files of other forms become labels with \`verdict label RUN --from\``,
      cause,
    })
  }
}
