import type { Job } from './engine/jobs.ts'
import { Watchdog } from './watchdog.ts'

/** How many jobs a worker has in hand for each that it may judge at once: the others are being written. */
const inHandForEach = 2

/** The jobs that a worker has in work, and how many more it has room for. */
export class InWork {
  readonly #running = new Map<string, Promise<void>>()
  /** Those that take the place of another one: a job whose score is there only waits for its stores. */
  readonly #judged = new Set<string>()
  readonly #watchdog?: Watchdog
  /** The job in work is one that may kill its worker: nothing else is to die with it. */
  #isAlone = false
  readonly #onChange: () => void

  /**
   * @param atOnce How many may be judged at once, at most.
   * @param onChange Told when there are more or fewer of them, or more room.
   */
  constructor(atOnce: number, stuckAfterInMs: number | undefined, onChange: () => void) {
    this.#onChange = onChange
    if (stuckAfterInMs !== undefined) this.#watchdog = new Watchdog(stuckAfterInMs, inHandForEach * atOnce)
  }

  get ids(): string[] {
    return [...this.#running.keys()]
  }

  get size(): number {
    return this.#running.size
  }

  /** @param atOnce How many may be judged at once now. */
  room(atOnce: number): number {
    if (this.#isAlone) return 0
    const judging = this.#running.size - this.#judged.size
    return Math.max(0, Math.min(atOnce - judging, inHandForEach * atOnce - this.#running.size))
  }

  /** @param work Never rejects. */
  begin(job: Job, work: () => Promise<void>): void {
    // This process was silent for so long that its own job came back: it is still at it.
    if (this.#running.has(job.id)) return
    this.#watchdog?.begins(job)
    this.#isAlone = job.isAlone
    this.#running.set(
      job.id,
      work().finally(() => {
        this.#running.delete(job.id)
        this.#judged.delete(job.id)
        this.#watchdog?.ends(job.id)
        this.#isAlone = false
        this.#onChange()
      }),
    )
    this.#onChange()
  }

  /** Its judge is done with it. */
  judged({ id }: Pick<Job, 'id'>): void {
    if (!this.#running.has(id)) return
    this.#judged.add(id)
    this.#onChange()
  }

  async ended(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async close(): Promise<void> {
    await this.#watchdog?.close()
  }
}
