import { basename, extname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { datasetEndings } from '../../../evaluation/dataset/dataset-formats.ts'

/** Files that an evaluation reads in addition to modules: data, prompts and settings. */
const texts = new Set([...datasetEndings, '.md', '.txt', '.yaml', '.yml'])
const isText = (path: string) => texts.has(extname(path).toLowerCase()) || basename(path).startsWith('.env')

const quietInMs = 200
/** File timestamps may be a tick behind. */
export const tickInMs = 20
/** A text that changes during so many runs in a row is taken for output: otherwise runs would never end. */
const runsInARow = 3

/** Files that changed since the last run. */
export class Changes {
  readonly #read: ReadonlySet<string>
  readonly #paths = new Set<string>()
  /** Texts that changed during the last run, or the one under way. */
  readonly #duringRun = new Set<string>()
  /** In how many runs in a row each of them changed, without being saved between two of them. */
  readonly #streaks = new Map<string, number>()
  #runs = 0
  #isComplete = true
  #startedAt = 0
  #endedAt = 0
  #resume = () => {}

  /** @param read Modules and data that a run reads: any change to them triggers a run. */
  constructor(read: ReadonlySet<string>) {
    this.#read = read
  }

  /**
   * Adds a changed file, if a run reads it or it is a text. A text that changes during a run may have been saved
   * by a person or written by the run, so it triggers a run until it has changed during several in a row.
   *
   * @param savedAt In milliseconds; none if the file was deleted.
   */
  add(path: string, savedAt: number | undefined): void {
    if (!this.#read.has(path) && (!isText(path) || !this.#isForPerson(path, savedAt))) return
    this.#paths.add(path)
    this.wake()
  }

  began(): void {
    this.#runs += 1
    if (this.#isComplete)
      for (const path of this.#streaks.keys()) if (!this.#duringRun.has(path)) this.#streaks.delete(path)
    this.#duringRun.clear()
    this.#startedAt = Date.now()
    this.#endedAt = Number.POSITIVE_INFINITY
  }

  /** @param isComplete Whether it did its work: one that could not start writes nothing. */
  ended(isComplete: boolean): void {
    this.#isComplete = isComplete
    this.#endedAt = Date.now()
  }

  /** Returns the texts that changed during the last run and trigger none, as runs seem to write them. */
  output(): string[] {
    return [...this.#duringRun].filter((path) => this.#isOutput(path) && !this.#paths.has(path))
  }

  wake(): void {
    this.#resume()
  }

  /** Waits for changes, and then for a short silence: editors save in several steps. */
  async next(signal: AbortSignal): Promise<void> {
    while (this.#paths.size === 0 && !signal.aborted)
      await new Promise<void>((resume) => {
        this.#resume = resume
      })
    for (let seen = -1; seen !== this.#paths.size && !signal.aborted; ) {
      seen = this.#paths.size
      await delay(quietInMs)
    }
  }

  take(): string[] {
    const paths = [...this.#paths]
    this.#paths.clear()
    return paths
  }

  #isForPerson(path: string, savedAt: number | undefined): boolean {
    if (!this.#isDuringRun(path, savedAt)) {
      if (!this.#isOutput(path)) this.#streaks.delete(path)
      return true
    }
    if (!this.#duringRun.has(path)) {
      this.#duringRun.add(path)
      // No save started the first run, so a change during it is more likely the run's own.
      this.#streaks.set(path, (this.#streaks.get(path) ?? (this.#runs === 1 ? 1 : 0)) + 1)
    }
    return !this.#isOutput(path)
  }

  #isDuringRun(path: string, savedAt: number | undefined): boolean {
    if (this.#endedAt === Number.POSITIVE_INFINITY) return true
    // A deletion is reported late.
    if (savedAt === undefined) return this.#duringRun.has(path)
    return savedAt > this.#startedAt - tickInMs && savedAt < this.#endedAt
  }

  #isOutput(path: string): boolean {
    return (this.#streaks.get(path) ?? 0) >= runsInARow
  }
}
