import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  formatNames,
  formats,
  isReport,
  markWithin,
  type ReportFiles,
  type ReportFormat,
} from '../report/report-formats.ts'
import { explainError } from '../run/file/run-file-error.ts'
import { found, resolveLinks } from '../shared/resolve-links.ts'
import { CommandError } from './command-error.ts'
import { writeText } from './write-file.ts'

/**
 * Checks that every report has a file of its own that holds nothing but an earlier report. Call it before paying for
 * the work that is reported.
 *
 * @param files Absolute paths.
 * @param written Absolute paths that the command also writes or appends to; other values are ignored.
 * @throws CommandError that names the unusable file and what to do.
 */
export function requireReportPlaces(files: ReportFiles, written: readonly unknown[] = []): void {
  const reports = formatNames.flatMap((format) => {
    const file = files[format]
    return file === undefined ? [] : [{ format, file }]
  })
  const others = written.filter((file) => typeof file === 'string')
  for (const { format, file } of reports) requirePlace(format, file)
  for (const [index, { file }] of reports.entries()) {
    const rest = [...reports.slice(index + 1).map((report) => report.file), ...others]
    if (rest.some((other) => isSamePlace(file, other)))
      throw new CommandError(
        `a report would overwrite ${file}, to which another output goes: give each its own name`,
      )
  }
}

/** Writes a report to a new file, or over an earlier report. @throws CommandError if it cannot. */
export async function writeReport(format: ReportFormat, file: string, text: string): Promise<void> {
  // Check again, so that a file that appeared since is not lost either.
  requirePlace(format, file)
  await writeText(file, text, 'replace')
}

function requirePlace(format: ReportFormat, file: string): void {
  const there = found(() => statSync(file))
  if (there?.isDirectory()) throw new CommandError(`${file} is a folder: name a file in it for the report`)
  // An empty file has nothing to lose, and a pipe stores nothing.
  if (there?.isFile() && there.size > 0 && !isReport(format, readBeginning(file)))
    throw new CommandError(
      `a report would overwrite ${file}, which is not an earlier ${formats[format].name} report: give the report another name, or move the file away`,
    )
  let above = dirname(file)
  while (found(() => statSync(above)) === undefined && dirname(above) !== above) above = dirname(above)
  if (found(() => statSync(above))?.isDirectory() === false)
    throw new CommandError(`${file} cannot be written: ${above} is a file, not a folder`)
}

/** @throws CommandError for a file that it may not read. */
function readBeginning(file: string): string {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${explainError(error)}`, { cause: error })
  }
  try {
    const bytes = Buffer.alloc(markWithin)
    return bytes.subarray(0, readSync(descriptor, bytes)).toString('latin1')
  } finally {
    closeSync(descriptor)
  }
}

/** Tells whether two paths lead to the same file, links included, whether or not the file exists. */
function isSamePlace(one: string, other: string): boolean {
  const first = found(() => statSync(one, { bigint: true }))
  const second = found(() => statSync(other, { bigint: true }))
  if (first?.isFile() && second?.isFile()) return first.dev === second.dev && first.ino === second.ino
  if (first?.isFile() === false || second?.isFile() === false) return false
  // Many systems ignore these differences between names.
  const toName = (path: string) => resolveLinks(path).normalize().toLowerCase()
  return toName(one) === toName(other)
}
