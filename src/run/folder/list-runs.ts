import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readHeader } from '../file/read-run.ts'
import { explainError, RunFileError } from '../file/run-file-error.ts'
import type { RunHeader } from '../record.ts'

export interface KeptRun {
  readonly file: string
  readonly header: RunHeader
}

/** Identifies the runs of one evaluation, and of one of its variants. */
export interface EvaluationName extends Pick<RunHeader, 'name' | 'variant'> {
  readonly dataset: Pick<RunHeader['dataset'], 'name' | 'path'>
}

/** Runs of earlier versions, and those of `evaluate`, do not say where their dataset is: they go by its name. */
export const isSameEvaluation = (one: EvaluationName, other: EvaluationName): boolean =>
  one.name === other.name &&
  one.variant === other.variant &&
  one.dataset.name === other.dataset.name &&
  (one.dataset.path ?? other.dataset.path) === (other.dataset.path ?? one.dataset.path)

/**
 * Lists the runs in a folder, newest first. Files that do not begin like a run are skipped, since people keep datasets
 * there, too.
 *
 * @param isOpen Whether a file may be read. Default: all may.
 * @param onUnreadable Called with each file that cannot be read, or whose header is damaged or of a later version, which
 * is skipped. Without it, such a file is an error.
 * @throws RunFileError if the folder cannot be read; a missing folder has no runs.
 */
export async function listRuns(
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
      if (error.reason !== 'unreadable' && error.reason !== 'damaged') return undefined
      if (onUnreadable === undefined) throw error
      onUnreadable(error)
      return undefined
    })
    if (header !== undefined) runs.push({ file, header })
  }
  return runs.sort((one, other) => Date.parse(other.header.startedAt) - Date.parse(one.header.startedAt))
}
