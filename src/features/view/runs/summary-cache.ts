import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { explainError } from '../../../run/file/run-file-error.ts'
import { replaceFile } from '../../../shared/replace-file.ts'
import type { RunSummary } from './run-summary.ts'

/** A file in the folder of runs: a run, a run that cannot be read, or something else. */
export type Entry =
  | RunSummary
  | { readonly kind: 'damaged'; readonly problem: string }
  | { readonly kind: 'other' }

export interface Known {
  /** Size, time and inode of the file that the entry was made of. */
  readonly stamp: string
  readonly entry: Entry
}

/** Raise with each change of what entries hold or how they are computed. */
const format = 'verdict view 8'

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * Keeps what was read of runs, so that it need not be read again at the next start. It is only a cache: it may be
 * removed at any time, and an old, damaged or unreadable one counts as none.
 */
export class SummaryCache {
  readonly #file: string | undefined
  readonly #onWarning: (sentence: string) => void

  /** @param file Undefined to keep nothing. */
  constructor(file: string | undefined, onWarning: (sentence: string) => void) {
    this.#file = file
    this.#onWarning = onWarning
  }

  /**
   * Places the index of a folder of runs in the project's `node_modules/.cache`, where tools keep what can be made
   * again; without `node_modules`, nothing is kept.
   */
  static place(project: string, runs: string, onWarning: (sentence: string) => void): SummaryCache {
    let folder = project
    while (!existsSync(join(folder, 'node_modules')) && dirname(folder) !== folder) folder = dirname(folder)
    const modules = join(folder, 'node_modules')
    const name = `runs-${digest(runs).slice(0, 16)}.json`
    return new SummaryCache(
      existsSync(modules) ? join(modules, '.cache', 'mastra-verdict', name) : undefined,
      onWarning,
    )
  }

  async read(): Promise<Map<string, Known>> {
    if (this.#file === undefined) return new Map()
    // Whatever is wrong with it, it is made anew.
    const text = await readFile(this.#file, 'utf8').catch(() => '')
    const [head, body = ''] = text.split('\n', 2)
    return head === `${format} ${digest(body)}` ? new Map(JSON.parse(body)) : new Map()
  }

  /** Of two processes, the later one wins: what the other knew is read again. */
  async write(known: ReadonlyMap<string, Known>): Promise<void> {
    if (this.#file === undefined) return
    const body = JSON.stringify([...known])
    try {
      await mkdir(dirname(this.#file), { recursive: true })
      await replaceFile(this.#file, `${format} ${digest(body)}\n${body}\n`)
    } catch (error) {
      this.#onWarning(
        `${this.#file} cannot be written (${explainError(error)}): the next start reads all runs again`,
      )
    }
  }
}
