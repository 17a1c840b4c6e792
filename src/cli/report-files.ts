import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  formatNames,
  formats,
  isReport,
  markWithin,
  type ReportFiles,
  type ReportFormat,
} from '../report/formats.ts'
import { meaningOf } from '../run/file/run-file-error.ts'
import { found, placeOf } from '../shared/place-of.ts'
import { CommandError } from './ending.ts'
import { writeText } from './write-file.ts'

/**
 * Holds that every report has a place of its own, in which nothing stands but an earlier report: to be called before
 * the work that the reports tell of is paid for.
 *
 * @param files With whole paths.
 * @param written What else the command writes or appends to, with whole paths; what is no path is passed over.
 * @throws CommandError that says which place is none, and what to do.
 */
export function requireReportPlaces(files: ReportFiles, written: readonly unknown[] = []): void {
  const reports = formatNames.flatMap((format) => {
    const file = files[format]
    return file === undefined ? [] : [{ format, file }]
  })
  const others = written.filter((file) => typeof file === 'string')
  for (const { format, file } of reports) requirePlace(format, file)
  for (const [index, { format, file }] of reports.entries()) {
    const rest = [...reports.slice(index + 1).map((report) => report.file), ...others]
    if (rest.some((other) => isSamePlace(file, other)))
      throw new CommandError(
        `a report would overwrite ${file}, where more than the ${formats[format].name} report goes: give each a name of its own`,
      )
  }
}

/** Writes a report in place of an earlier one, or where there is nothing. @throws CommandError where it cannot. */
export async function writeReport(format: ReportFormat, file: string, text: string): Promise<void> {
  // Once more: what came since is not to be lost either.
  requirePlace(format, file)
  await writeText(file, text, 'replace')
}

function requirePlace(format: ReportFormat, file: string): void {
  const there = found(() => statSync(file))
  if (there?.isDirectory()) throw new CommandError(`${file} is a folder: name a file in it for the report`)
  // An empty file has nothing to lose, and a pipe keeps nothing.
  if (there?.isFile() && there.size > 0 && !isReport(format, beginningOf(file)))
    throw new CommandError(
      `a report would overwrite ${file}, which is not an earlier ${formats[format].name} report: give the report another name, or move the file away`,
    )
  let above = dirname(file)
  while (found(() => statSync(above)) === undefined && dirname(above) !== above) above = dirname(above)
  if (found(() => statSync(above))?.isDirectory() === false)
    throw new CommandError(`${file} cannot be written: ${above} is a file, not a folder`)
}

/** @throws CommandError for a file that may not be read. */
function beginningOf(file: string): string {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${meaningOf(error)}`, { cause: error })
  }
  try {
    const bytes = Buffer.alloc(markWithin)
    return bytes.subarray(0, readSync(descriptor, bytes)).toString('latin1')
  } finally {
    closeSync(descriptor)
  }
}

/** Whether two paths lead to one file, by whatever links, and whether or not the file is there yet. */
function isSamePlace(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => found(() => statSync(path, { bigint: true })))
  if (first?.isFile() && second?.isFile()) return first.dev === second.dev && first.ino === second.ino
  if (first?.isFile() === false || second?.isFile() === false) return false
  // Many systems take names that differ in this alone for one.
  const [from, to] = [one, other].map((path) => placeOf(path).normalize().toLowerCase())
  return from === to
}
