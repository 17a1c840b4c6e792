import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EvaluationRun, RunHeader } from '../record.ts'
import { readOutcome } from './append-outcome.ts'
import { readHeader, readRun } from './read-run.ts'
import { explainError, RunFileError } from './run-file-error.ts'

/** A run in a folder of runs. */
export interface KeptRun {
  readonly file: string
  readonly header: RunHeader
}

/** Identifies the runs of one evaluation, and of one of its variants. */
export interface RunName extends Pick<RunHeader, 'name' | 'variant'> {
  /** The name of the dataset. */
  readonly dataset: string
}

const longestName = 80

/** Makes a name safe for files. Letters and digits of any script stay, so that users recognise it. */
const fileSafe = (name: string) =>
  name
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}._]+/gu, '-')
    .split('-')
    .filter((part) => part !== '')
    .join('-')
    .replace(/^\.+-?/, '')
    .slice(0, longestName)

/**
 * Creates an empty file, so that no other process takes its name: `<name>[-<variant>]-<time>.jsonl`, with the time in
 * UTC to the second, and a number appended if two runs start in the same second.
 *
 * @param folder An existing folder.
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
      const message = `cannot be written: ${explainError(cause)}`
      throw new RunFileError({ reason: 'unwritable', file, message, cause })
    })
    await made?.close()
    if (made !== undefined) return file
  }
}

/**
 * Lists the runs in a folder, newest first. Files that do not begin like a run are skipped, since people keep datasets
 * there, too.
 *
 * @param isOpen Whether a file may be read. Default: all may.
 * @param onUnreadable Called with each file that cannot be read, which is skipped. Without it, such a file is an error.
 * @throws RunFileError if the folder cannot be read; a missing folder has no runs.
 */
export async function keptRuns(
  folder: string,
  isOpen: (file: string) => boolean = () => true,
  onUnreadable?: (error: RunFileError) => void,
): Promise<KeptRun[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    const message = `cannot be read: ${explainError(cause)}`
    throw new RunFileError({ reason: 'unreadable', file: folder, message, cause })
  })
  const runs: KeptRun[] = []
  for (const { name } of entries.filter((one) => !one.isDirectory() && one.name.endsWith('.jsonl'))) {
    const file = join(folder, name)
    if (!isOpen(file)) continue
    const header = await readHeader(file).catch((error: unknown) => {
      if (!(error instanceof RunFileError)) throw error
      if (error.reason !== 'unreadable') return undefined
      if (onUnreadable === undefined) throw error
      onUnreadable(error)
      return undefined
    })
    if (header !== undefined) runs.push({ file, header })
  }
  return runs.sort((one, other) => (one.header.startedAt < other.header.startedAt ? 1 : -1))
}

/** Returns whether `last` may mean a run: two items, or old answers with one more scorer, are no baseline. */
const belongsTo =
  ({ name, variant, dataset }: RunName) =>
  ({ header }: KeptRun) =>
    header.name === name &&
    header.variant === variant &&
    header.dataset.name === dataset &&
    header.rescored === undefined &&
    header.pairs === undefined

/** A run as read, and its file. */
export interface FoundRun {
  readonly file: string
  readonly run: EvaluationRun
}

/**
 * Finds the newest complete or incomplete run of an evaluation; undefined if there is none. A complete run only counts
 * if it covers all items and has answers of its own.
 *
 * @param kept Newest first.
 * @param onDamaged Called with each newer run that cannot be read, which is skipped. Without it, such a run is an
 * error.
 * @throws RunFileError
 */
export async function lastRun(
  kept: readonly KeptRun[],
  name: RunName,
  wanted: 'complete' | 'incomplete',
  onDamaged?: (error: RunFileError) => void,
): Promise<FoundRun | undefined> {
  for (const { file, header } of kept.filter(belongsTo(name))) {
    if (wanted === 'complete' && header.selection !== undefined) continue
    const run = await readRun(file).catch((error: unknown) => {
      if (onDamaged === undefined || !(error instanceof RunFileError)) throw error
      onDamaged(error)
    })
    if (run === undefined) continue
    // A decided run has nothing left to resume, and its scores determined which items it has.
    if (run.end?.status === 'decided') continue
    if ((run.end?.status === 'complete') === (wanted === 'complete')) return { file, run }
  }
  return undefined
}

/**
 * Keeps the runs that may be the baseline of a gate. A run that did not pass its gates is none: the same agent would
 * pass against itself. After a loss, neither is one that was compared with nothing, until a run passes a comparison.
 *
 * @param kept Newest first.
 */
export async function withoutFailedRuns(kept: readonly KeptRun[], name: RunName): Promise<KeptRun[]> {
  const passed: KeptRun[] = []
  let hasLost = false
  for (const one of kept.filter(belongsTo(name)).reverse()) {
    if (one.header.selection !== undefined) continue
    const { result = 'passed', isCompared = false } = (await readOutcome(one.file)) ?? {}
    if (isCompared && result !== 'cannot tell') hasLost = result === 'failed'
    if (result === 'passed' && !hasLost) passed.unshift(one)
  }
  return passed
}
