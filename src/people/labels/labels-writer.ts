import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lockFile } from '../../evaluation/run-file/lock.ts'
import { RunFileWriter } from '../../evaluation/run-file/open-run.ts'
import { type LabelsLine, parseLabelsLine } from './label-record.ts'
import { readLabels } from './read-labels.ts'

/** A labels file that one process writes. */
export interface OpenLabels {
  /** In the order of the file, those appended since included. */
  readonly lines: readonly LabelsLine[]
  /** Of the file as it was opened. */
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
  const unlock = await lockFile(file)
  try {
    const stored = existsSync(file) ? await readLabels(file) : undefined
    const writer = await RunFileWriter.open(file, stored)
    const lines = [...(stored?.lines ?? [])]
    let closed: Promise<void> | undefined
    return {
      lines,
      warnings: stored?.warnings ?? [],
      async append(line) {
        // A line that cannot be read again would take all others with it.
        parseLabelsLine(line)
        await writer.append(line)
        lines.push(line)
      },
      close() {
        closed ??= writer.close().finally(unlock)
        return closed
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}
