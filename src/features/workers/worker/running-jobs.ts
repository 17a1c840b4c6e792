import type { Job } from '../engine/jobs.ts'
import { Watchdog } from './watchdog.ts'

/** Jobs held per judging slot: the others are being written. */
const inHandForEach = 2

/** The jobs that a worker has in progress, and its room for more. */
export class RunningJobs {
  readonly #running = new Map<string, Promise<void>>()
  /** Jobs that have left their slot: a judged job only waits for its stores. */
  readonly #judged = new Set<string>()
  readonly #watchdog?: Watchdog
  /** True if the job in progress may kill its worker, so nothing else should die with it. */
  #isAlone = false
  #othersFirstUntil = 0
  readonly #onChange: () => void

  /**
   * @param atOnce The most jobs to judge at once.
   * @param onChange Called when their number or the room changes.
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

  /** True for as long after a job alone as it took, so that one after the other does not keep all others waiting. */
  get areOthersFirst(): boolean {
    return performance.now() < this.#othersFirstUntil
  }

  /** @param atOnce The most jobs to judge at once now. */
  room(atOnce: number): number {
    if (this.#isAlone) return 0
    const judging = this.#running.size - this.#judged.size
    return Math.max(0, Math.min(atOnce - judging, inHandForEach * atOnce - this.#running.size))
  }

  /** @param work Must never reject. */
  begin(job: Job, work: () => Promise<void>): void {
    // This process was silent for so long that its own job came back; it is still in progress.
    if (this.#running.has(job.id)) return
    this.#watchdog?.begins(job)
    this.#isAlone = job.isAlone
    const startedAt = performance.now()
    this.#running.set(
      job.id,
      work().finally(() => {
        this.#running.delete(job.id)
        this.#judged.delete(job.id)
        this.#watchdog?.ends(job.id)
        if (job.isAlone) this.#othersFirstUntil = 2 * performance.now() - startedAt
        this.#isAlone = false
        this.#onChange()
      }),
    )
    this.#onChange()
  }

  /** Frees the slot of a job whose judge is done. */
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
