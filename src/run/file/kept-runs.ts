import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EvaluationRun, RunHeader } from '../record.ts'
import { readHeader, readRun } from './read-run.ts'
import { meaningOf, RunFileError } from './run-file-error.ts'

/** A run in a folder of runs. */
export interface KeptRun {
  readonly file: string
  readonly header: RunHeader
}

/** What tells the runs of one evaluation, and of one of its variants, from all others. */
export interface RunName extends Pick<RunHeader, 'name' | 'variant'> {
  /** The name of the dataset. */
  readonly dataset: string
}

const longestName = 80

/** Letters and digits of any script stay, since a name is to be found again by whoever gave it. */
const fileSafe = (name: string) =>
  name
    .replace(/\.(?:jsonl|ndjson|json|csv|tsv)$/i, '')
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}._]+/gu, '-')
    .split('-')
    .filter((part) => part !== '')
    .join('-')
    .replace(/^\.+-?/, '')
    .slice(0, longestName)

/**
 * Makes an empty file, which no other process can take for its run: `<name>[-<variant>]-<time>.jsonl`, the time in UTC to
 * the second, with a number behind it where two runs begin in the same.
 *
 * @param folder It must be there.
 */
export async function newRunFile(
  folder: string,
  { name, variant }: Pick<RunName, 'name' | 'variant'>,
  at: Date,
): Promise<string> {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  const parts = [name, variant].flatMap((part) => (part === undefined ? [] : [fileSafe(part)]))
  const stem = join(folder, [...parts.filter((part) => part !== ''), time].join('-'))
  for (let number = 1; ; number += 1) {
    const file = `${stem}${number === 1 ? '' : `-${number}`}.jsonl`
    const made = await open(file, 'wx').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') return undefined
      const message = `cannot be written: ${meaningOf(cause)}`
      throw new RunFileError({ reason: 'unwritable', file, message, cause })
    })
    await made?.close()
    if (made !== undefined) return file
  }
}

/**
 * The runs in a folder, newest first. What does not begin as a run is passed over: people keep datasets there, too.
 *
 * @param isOpen Whether a file may be looked at. Default: each.
 * @throws RunFileError where the folder cannot be read; one that is not there holds none.
 */
export async function keptRuns(
  folder: string,
  isOpen: (file: string) => boolean = () => true,
): Promise<KeptRun[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    const message = `cannot be read: ${meaningOf(cause)}`
    throw new RunFileError({ reason: 'unreadable', file: folder, message, cause })
  })
  const runs: KeptRun[] = []
  for (const { name } of entries.filter((one) => !one.isDirectory() && one.name.endsWith('.jsonl'))) {
    const file = join(folder, name)
    if (!isOpen(file)) continue
    const header = await readHeader(file).catch((error: unknown) => {
      if (error instanceof RunFileError && error.reason !== 'unreadable') return undefined
      throw error
    })
    if (header !== undefined) runs.push({ file, header })
  }
  return runs.sort((one, other) => (one.header.startedAt < other.header.startedAt ? 1 : -1))
}

/**
 * The newest run of an evaluation that is complete, or one that is not; undefined where there is none. Of the complete
 * ones, only those over all items and with answers of their own count: a look at two items, or at old answers by one
 * more scorer, is nothing to be measured against.
 *
 * @param kept Newest first.
 * @param onDamaged Hears of each newer run that cannot be read, and is passed over. Without it such a run is an error.
 * @throws RunFileError
 */
export async function lastRun(
  kept: readonly KeptRun[],
  { name, variant, dataset }: RunName,
  wanted: 'complete' | 'incomplete',
  onDamaged?: (error: RunFileError) => void,
): Promise<{ readonly file: string; readonly run: EvaluationRun } | undefined> {
  for (const { file, header } of kept) {
    if (header.name !== name || header.variant !== variant || header.dataset.name !== dataset) continue
    if (header.rescored !== undefined || header.pairs !== undefined) continue
    if (wanted === 'complete' && header.selection !== undefined) continue
    const run = await readRun(file).catch((error: unknown) => {
      if (onDamaged === undefined || !(error instanceof RunFileError)) throw error
      onDamaged(error)
    })
    if (run === undefined) continue
    // There is nothing to go on with, and it is a part that was chosen by its scores.
    if (run.end?.status === 'decided') continue
    if ((run.end?.status === 'complete') === (wanted === 'complete')) return { file, run }
  }
  return undefined
}
