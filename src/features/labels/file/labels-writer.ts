import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openJournal } from '../../../run/file/journal.ts'
import { type LabelsLine, parseLabelsLine } from './label-record.ts'
import { readLabels } from './read-labels.ts'

export interface OpenLabels {
  /** Lines in the order of the file, including appended ones. */
  readonly lines: readonly LabelsLine[]
  /** Irregularities of the file when it was opened. */
  readonly warnings: readonly string[]
  /** Settles when the line is on disk; only then is it part of `lines`. */
  append(line: LabelsLine): Promise<void>
  /** May be called repeatedly. */
  close(): Promise<void>
}

/**
 * Opens a labels file, or creates one. Removes an incomplete last line.
 *
 * @throws LabelsFileError for an invalid file; RunFileError if another process writes it, or it cannot be written.
 */
export async function openLabels(file: string): Promise<OpenLabels> {
  await mkdir(dirname(file), { recursive: true })
  const { stored, writer, close } = await openJournal(file, () => readLabels(file))
  const lines = [...(stored?.lines ?? [])]
  return {
    lines,
    close,
    warnings: stored?.warnings ?? [],
    async append(line) {
      // An unreadable line would make all others unusable.
      parseLabelsLine(line)
      await writer.append(line)
      lines.push(line)
    },
  }
}
