import { closeSync, lstatSync, openSync, readlinkSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { ReportFiles, VerdictConfig } from '../../config/index.ts'
import { CommandError } from '../ending.ts'
import type { Surroundings } from '../surroundings.ts'
import { fieldsOf } from './labels.ts'
import { collect } from './parse.ts'

/** Where a finished run is written, with whole paths. */
export interface Outputs {
  readonly files: ReportFiles
  /** A file that the Markdown is added to. */
  readonly summary?: string
  /** JSON in place of text on standard output. */
  readonly json: boolean
  /** Fields to group the items by, a table each; several in one are crossed. */
  readonly by?: readonly (readonly string[])[]
}

export interface OutputFlags {
  readonly html?: string
  readonly junit?: string
  readonly markdown?: string
  readonly json?: boolean
  readonly githubSummary?: boolean
  readonly by?: string[]
}

export function addOutputOptions(command: Command): Command {
  return command
    .option('--html <file>', 'write a report as one HTML page')
    .option('--junit <file>', 'write a report as JUnit XML')
    .option('--markdown <file>', 'write a report as Markdown')
    .option('--github-summary', 'add the Markdown to the summary of the GitHub workflow step')
    .option('--json', 'print JSON in place of text')
    .option(
      '--by <field>',
      'means by groups of items: a field of their metadata, such as language; language,topic crosses two; may be repeated; people: hold gates against what people would score, from --labels',
      collect,
    )
}

/** @throws CommandError for a GitHub summary outside of GitHub, and for a field without a name. */
export function readOutputs(
  flags: OutputFlags,
  { folder, environment }: Surroundings,
  config: Pick<VerdictConfig, 'reports' | 'by'> & { readonly folder: string } = { folder },
): Outputs {
  const from = (base: string, files: ReportFiles) =>
    Object.fromEntries(
      Object.entries(files).flatMap(([kind, file]) =>
        file === undefined ? [] : [[kind, resolve(base, file)]],
      ),
    )
  const summary = flags.githubSummary ? environment.GITHUB_STEP_SUMMARY : undefined
  if (flags.githubSummary && !summary)
    throw new CommandError(
      '--github-summary needs GITHUB_STEP_SUMMARY, which GitHub sets in a workflow: use --markdown elsewhere',
    )
  const { html, junit, markdown } = flags
  return {
    files: { ...from(config.folder, config.reports ?? {}), ...from(folder, { html, junit, markdown }) },
    summary,
    json: flags.json ?? false,
    by: (fieldsOf(flags) ?? [config.by ?? []].flat()).map(parseFields),
  }
}

function parseFields(text: string): string[] {
  const fields = text.split(',').map((field) => field.trim())
  if (fields.includes('')) throw new CommandError(`--by: "${text}" must be fields with commas between them`)
  return fields
}

/**
 * @param inputs What the command reads or appends to, from the folder; what is no path is passed over.
 * @throws CommandError where a report would be written over one of them, or over any run or labels, or cannot be
 * written: to be known before the work that it tells of is paid for.
 */
export function checkReportFiles(files: ReportFiles, inputs: readonly unknown[], folder: string): void {
  for (const file of Object.values(files)) if (file !== undefined) requirePlace(file)
  const read = inputs.flatMap((input) => (typeof input === 'string' ? [resolve(folder, input)] : []))
  const both = Object.values(files).find(
    (file) => file !== undefined && (read.some((one) => isSameFile(one, file)) || isOfRecords(file)),
  )
  if (both !== undefined)
    throw new CommandError(`${both} would be written over by a report: give the report another name`)
}

function requirePlace(file: string): void {
  if (found(() => statSync(file))?.isDirectory())
    throw new CommandError(`${file} is a folder: name a file in it for the report`)
  let above = dirname(file)
  while (found(() => statSync(above)) === undefined && dirname(above) !== above) above = dirname(above)
  if (found(() => statSync(above))?.isDirectory() === false)
    throw new CommandError(`${file} cannot be written: ${above} is a file, and no folder`)
}

/** Whether it holds a run or labels, whosever: what was answered or said is nowhere else. */
function isOfRecords(file: string): boolean {
  if (!found(() => statSync(file))?.isFile()) return false
  const descriptor = openSync(file, 'r')
  try {
    const beginning = Buffer.alloc(20)
    readSync(descriptor, beginning)
    return /^\{"kind":"(run|draw|label|undone)"/.test(beginning.toString('latin1'))
  } finally {
    closeSync(descriptor)
  }
}

/** Whether two paths lead to one file, by whatever links, and whether or not the file is there yet. */
function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => found(() => statSync(path, { bigint: true })))
  if (first !== undefined && second !== undefined) return first.dev === second.dev && first.ino === second.ino
  return placeOf(one) === placeOf(other)
}

/** Where a file is, or would be made. */
function placeOf(path: string): string {
  // A link may lead to what is not there yet.
  if (found(() => lstatSync(path))?.isSymbolicLink() && found(() => statSync(path)) === undefined)
    return placeOf(resolve(dirname(path), readlinkSync(path)))
  const there = found(() => realpathSync(path))
  const parent = dirname(path)
  return there ?? (parent === path ? path : join(placeOf(parent), basename(path)))
}

/** Undefined for what is not there, or cannot be because a folder above it is a file. */
function found<Result>(look: () => Result): Result | undefined {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return undefined
    throw error
  }
}
