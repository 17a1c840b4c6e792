import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { explainError } from '../../../run/file/run-file-error.ts'
import type { ScorerRecord } from '../../../run/record.ts'
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
const format = 'verdict view 5'

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
    return head === `${format} ${digest(body)}` ? withScorers(JSON.parse(body)) : new Map()
  }

  /** Of two processes, the later one wins: what the other knew is read again. */
  async write(known: ReadonlyMap<string, Known>): Promise<void> {
    if (this.#file === undefined) return
    const body = JSON.stringify(withoutScorers(known))
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

/** Most runs have the same scorers, which are kept once. */
interface Content {
  readonly scorers: readonly (readonly ScorerRecord[])[]
  /** File, stamp, entry, and the place of its scorers. */
  readonly entries: readonly (readonly [file: string, stamp: string, entry: Entry, scorers: number])[]
}

function withoutScorers(known: ReadonlyMap<string, Known>): Content {
  const places = new Map<string, number>()
  const entries = Array.from(known, ([file, { stamp, entry }]) => {
    if (entry.kind !== 'run') return [file, stamp, entry, 0] as const
    const { scorers } = entry.header
    const text = JSON.stringify(scorers)
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return [file, stamp, { ...entry, header: { ...entry.header, scorers: [] } }, place] as const
  })
  return { scorers: [...places.keys()].map((text) => JSON.parse(text)), entries }
}

function withScorers({ scorers, entries }: Content): Map<string, Known> {
  return new Map(
    entries.map(([file, stamp, entry, place]): [string, Known] => {
      if (entry.kind !== 'run') return [file, { stamp, entry }]
      const header = { ...entry.header, scorers: scorers[place] ?? [] }
      return [file, { stamp, entry: { ...entry, header } }]
    }),
  )
}
