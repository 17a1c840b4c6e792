import { open } from 'node:fs/promises'
import { DatasetError } from './row.ts'

const marks = ['fffe', 'feff']

/**
 * Refuses UTF-16, which spreadsheets and PowerShell write: without a byte order mark it is valid UTF-8, of letters with
 * NUL between them.
 *
 * @throws DatasetError; the error of the file system.
 */
export async function refuseUtf16(file: string): Promise<void> {
  const handle = await open(file)
  try {
    // Reading the start of a pipe would take it away.
    if (!(await handle.stat()).isFile()) return
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2))
    const start = buffer.subarray(0, bytesRead)
    if (start.includes(0) || marks.includes(start.toString('hex')))
      throw new DatasetError({ source: file, message: 'is UTF-16 text: save the file as UTF-8' })
  } finally {
    await handle.close()
  }
}
