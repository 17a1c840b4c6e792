import { type Stats, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isLocked } from '../../../run/file/lock.ts'
import { explainError, RunFileError } from '../../../run/file/run-file-error.ts'
import { readRunNames } from '../../../run/folder/given-names.ts'
import { pauses } from '../../../shared/slices.ts'
import { type ListedRun, newestFirst } from './listed-run.ts'
import { EntryReader } from './read-entry.ts'
import type { Known, SummaryCache } from './summary-cache.ts'

interface Unread {
  readonly file: string
  readonly stamp: string
  readonly stats: Stats
}

/** Returns when a run began, by the name that it was given; copies and checkouts have other times. */
function timeOf({ file, stats }: Unread): number {
  const [, day, ...time] = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-\d+)?\.jsonl$/.exec(file) ?? []
  return day === undefined ? stats.mtimeMs : Date.parse(`${day}T${time.join(':')}Z`)
}

/** How long a look waits for files to be read, so that a small folder is shown at once. */
const patienceInMs = 300

/** Ten thousand files take a while to compare: looking at them takes at most a fiftieth of the time. */
const restPerWork = 49

/** Two changes of a file within one tick of its clock have the same time. */
const tickInMs = 20

/**
 * Knows the runs of a folder. Each look compares every file's size, time and inode with what is known; whatever differs
 * is read again, newest first, while the rest is already shown.
 */
export class WatchedRuns {
  readonly folder: string
  readonly #index: SummaryCache
  readonly #known: Map<string, Known>
  readonly #reader: EntryReader
  #unread: Unread[] = []
  /** The number of files in the folder. */
  #files = 0
  #names: ReadonlyMap<string, string> = new Map()
  #beingRead = 0
  #looking: Promise<void> | undefined
  #reading: Promise<void> | undefined
  #restsUntil = 0
  #hasNews = false
  #sorted: { readonly version: number; readonly runs: readonly ListedRun[] } = { version: -1, runs: [] }
  /** A sentence on a folder or names that cannot be read. */
  problem: string | undefined
  /** Changes whenever a run does. */
  version = 0

  private constructor(folder: string, index: SummaryCache, known: Map<string, Known>) {
    this.folder = folder
    this.#index = index
    this.#known = known
    this.#reader = new EntryReader(folder)
  }

  static async open(folder: string, index: SummaryCache): Promise<WatchedRuns> {
    return new WatchedRuns(folder, index, await index.read())
  }

  /** The number of files that still have to be read. */
  get unread(): number {
    return this.#unread.length + this.#beingRead
  }

  /** The number of files that were read, of all that there are. */
  get progress(): { readonly read: number; readonly all: number } {
    const all = Math.max(this.#files, this.#known.size)
    return { read: all - this.unread, all }
  }

  /** Returns the runs, newest first. */
  runs(): readonly ListedRun[] {
    if (this.#sorted.version === this.version) return this.#sorted.runs
    const names = Map.groupBy(this.#names, ([, file]) => file)
    const runs: ListedRun[] = []
    for (const [file, { entry }] of this.#known) {
      if (entry.kind === 'other') continue
      const called = names.get(file)?.map(([name]) => name) ?? []
      runs.push({ file, entry, isUnderWay: this.#reader.isUnderWay(file), names: called })
    }
    this.#sorted = { version: this.version, runs: newestFirst(runs) }
    return this.#sorted.runs
  }

  /** Finds out what has changed in the folder. */
  async look(): Promise<void> {
    if (performance.now() >= this.#restsUntil) await this.#list()
    await this.#readUnread()
  }

  /** Finds out what has changed in one file, which somebody looks at, also while the folder rests. */
  async lookAt(file: string): Promise<void> {
    const change = this.#known.has(file) ? await this.#findChange(file) : undefined
    if (change === undefined) return
    this.#unread = [...this.#unread.filter((one) => one.file !== file), change]
    await this.#readUnread()
  }

  async #readUnread(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined
    })
    const { promise: waited, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceInMs)
    await Promise.race([this.#reading, waited]).finally(() => clearTimeout(timer))
  }

  /** Looks at once, and waits until everything is read. */
  async settle(): Promise<void> {
    this.#restsUntil = 0
    await this.look()
    await this.#reading
  }

  /** Keeps what is known for the next start. */
  async close(): Promise<void> {
    this.#unread = []
    await this.#reading
    await this.#keep()
  }

  #list(): Promise<void> {
    const startedAt = performance.now()
    this.#looking ??= this.#compareFiles().finally(() => {
      this.#looking = undefined
      const now = performance.now()
      this.#restsUntil = now + (now - startedAt) * restPerWork
    })
    return this.#looking
  }

  async #compareFiles(): Promise<void> {
    const pause = pauses()
    let problem: string | undefined
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      // A folder that does not exist yet has no runs.
      if (error.code !== 'ENOENT') problem = `${this.folder} cannot be read: ${explainError(error)}`
      return []
    })
    const files = new Set(names.filter((name) => name.endsWith('.jsonl')))
    for (const file of this.#known.keys()) if (!files.has(file)) this.#forget(file)
    const unread = []
    for (const file of files) {
      await pause()
      unread.push((await this.#findChange(file)) ?? [])
    }
    this.#files = files.size
    this.#unread = unread.flat().sort((one, other) => timeOf(one) - timeOf(other))
    await this.#readNames(problem)
  }

  /** Returns what is there now, if it is not what is known. */
  async #findChange(file: string): Promise<Unread | undefined> {
    const stats = statSync(join(this.folder, file), { throwIfNoEntry: false })
    if (stats === undefined || stats.isDirectory()) {
      this.#forget(file)
      return undefined
    }
    const stamp = `${stats.size} ${stats.mtimeMs} ${stats.ino}`
    const isSame = this.#known.get(file)?.stamp === stamp
    const hasStopped = this.#reader.isUnderWay(file) && !(await isLocked(join(this.folder, file)))
    return isSame && !hasStopped ? undefined : { file, stamp, stats }
  }

  /** @param folderProblem A sentence on the folder, if it cannot be read. */
  async #readNames(folderProblem: string | undefined): Promise<void> {
    const before = JSON.stringify([[...this.#names], this.problem])
    try {
      this.#names = await readRunNames(this.folder)
      this.problem = folderProblem
    } catch (error) {
      if (!(error instanceof RunFileError)) throw error
      this.problem = folderProblem ?? error.message
    }
    if (JSON.stringify([[...this.#names], this.problem]) !== before) this.version += 1
  }

  #forget(file: string): void {
    this.#reader.forget(file)
    if (!this.#known.delete(file)) return
    this.version += 1
    this.#hasNews = true
  }

  async #readAll(): Promise<void> {
    for (let next = this.#unread.pop(); next !== undefined; next = this.#unread.pop()) {
      const { file, stamp, stats } = next
      this.#beingRead = 1
      const readAt = Date.now()
      const isUnderWay = await isLocked(join(this.folder, file))
      const entry = await this.#reader.read(file, stats.ino, isUnderWay)
      const isSettled = readAt - stats.mtimeMs > tickInMs
      this.#known.set(file, { stamp: isSettled ? stamp : '', entry })
      this.#beingRead = 0
      this.version += 1
      this.#hasNews ||= !this.#reader.isUnderWay(file)
    }
    await this.#keep()
  }

  async #keep(): Promise<void> {
    if (!this.#hasNews) return
    this.#hasNews = false
    const settled = [...this.#known].filter(
      ([file, { stamp }]) => stamp !== '' && !this.#reader.isUnderWay(file),
    )
    await this.#index.write(new Map(settled))
  }
}
