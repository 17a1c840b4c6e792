import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openJournal } from '../../../run/file/journal.ts'
import { type LabelsLine, parseLabelsLine } from './label-record.ts'
import { readLabels } from './read-labels.ts'

/** A labels file that one process writes. */
export interface OpenLabels {
  /** In the order of the file, those appended since included. */
  readonly lines: readonly LabelsLine[]
  /** What is odd about the file as it was opened. */
  readonly warnings: readonly string[]
  /** Settles when the line is on the disk, and only then it is among the lines. */
  append(line: LabelsLine): Promise<void>
  /** May be called again. */
  close(): Promise<void>
}

/**
 * Opens a labels file to go on with, or a new one. A last line that was cut off is cut away.
 *
 * @throws LabelsFileError for a file that is none; RunFileError where another process writes it, or it cannot be
 * written.
 */
export async function openLabels(file: string): Promise<OpenLabels> {
  await mkdir(dirname(file), { recursive: true })
  const { stored, writer, close } = await openJournal(file, () => readLabels(file))
  const lines = [...(stored?.lines ?? [])]
  return {
    ...{ lines, close, warnings: stored?.warnings ?? [] },
    async append(line) {
      // A line that cannot be read again would take all others with it.
      parseLabelsLine(line)
      await writer.append(line)
      lines.push(line)
    },
  }
}
