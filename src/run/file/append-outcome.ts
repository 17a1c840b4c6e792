import { open, stat } from 'node:fs/promises'
import type { OutcomeRecord } from '../record.ts'
import { lockFile } from './lock.ts'
import { parseRunLine } from './parse-line.ts'
import { RunFileError, unwritable } from './run-file-error.ts'

/** The most bytes that are read at the end of a file. A line that is longer leaves out its causes. */
const longest = 65_536

/**
 * Appends its outcome to the file of a finished run. A pipe or a device keeps none.
 *
 * @throws RunFileError if another process is writing the file, or if it cannot be written.
 */
export async function appendOutcome(file: string, outcome: Omit<OutcomeRecord, 'kind'>): Promise<void> {
  try {
    if (!(await stat(file)).isFile()) return
    const unlock = await lockFile(file)
    try {
      const handle = await open(file, 'a+')
      try {
        const lineBreak = (await readEnd(handle)).endsWith('\n') ? '' : '\n'
        await handle.appendFile(`${lineBreak}${outcomeLine(outcome)}\n`)
        await handle.datasync()
      } finally {
        await handle.close()
      }
    } finally {
      await unlock()
    }
  } catch (cause) {
    if (cause instanceof RunFileError) throw cause
    throw unwritable(file, cause)
  }
}

function outcomeLine(outcome: Omit<OutcomeRecord, 'kind'>): string {
  const line = JSON.stringify({ kind: 'outcome', ...outcome })
  return Buffer.byteLength(line) < longest ? line : outcomeLine({ ...outcome, causes: undefined })
}

/** Reads only the outcome of a run, which is its last line; undefined if it has none. */
export async function readOutcome(file: string): Promise<OutcomeRecord | undefined> {
  const handle = await open(file)
  try {
    const last = (await readEnd(handle)).trimEnd().split('\n').at(-1) ?? ''
    const record = parseRunLine(JSON.parse(last))
    return record.kind === 'outcome' ? record : undefined
  } catch {
    // A longer line, or a damaged one: whoever reads the whole run says which.
    return undefined
  } finally {
    await handle.close()
  }
}

async function readEnd(handle: Awaited<ReturnType<typeof open>>): Promise<string> {
  const { size } = await handle.stat()
  const start = Math.max(0, size - longest)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
  return buffer.toString('utf8', 0, bytesRead)
}
