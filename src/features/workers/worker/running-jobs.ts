import type { Job } from '../engine/jobs.ts'
import { Watchdog } from './watchdog.ts'

/** Jobs held per judging slot: the others are being written. */
const inHandForEach = 2
/** Jobs taken ahead per judging slot, so that a free slot need not wait for the queue to respond. */
const aheadForEach = 0.3
/** Nothing is taken ahead of a judge that is slower: another worker could begin the job at once. */
const quickInMs = 1000

/** The jobs that a worker has taken, and its room for more. */
export class RunningJobs {
  /** Taken ahead, and not begun. */
  readonly #ahead = new Map<string, { readonly job: Job; readonly begin: () => void }>()
  readonly #running = new Map<string, Promise<void>>()
  /** Jobs that have left their slot: a judged job only waits for its stores. */
  readonly #judged = new Set<string>()
  readonly #watchdog?: Watchdog
  /** True if the job in progress may kill its worker, so nothing else should die with it. */
  #isAlone = false
  #othersFirstUntil = 0
  #judgedAt = Number.NEGATIVE_INFINITY
  readonly #atOnce: () => number
  readonly #onChange: () => void

  /**
   * @param atOnce Returns the most jobs to judge at once now; at first, the most ever.
   * @param onChange Called when their number or the room changes.
   */
  constructor(atOnce: () => number, stuckAfterInMs: number | undefined, onChange: () => void) {
    this.#atOnce = atOnce
    this.#onChange = onChange
    if (stuckAfterInMs !== undefined) this.#watchdog = new Watchdog(stuckAfterInMs, inHandForEach * atOnce())
  }

  get ids(): string[] {
    return [...this.#running.keys(), ...this.#ahead.keys()]
  }

  get size(): number {
    return this.#running.size + this.#ahead.size
  }

  /** True for as long after a job alone as it took, so that one after the other does not keep all others waiting. */
  get areOthersFirst(): boolean {
    return performance.now() < this.#othersFirstUntil
  }

  /** @param takesAhead Whether to take a few jobs before there is a slot for them, if the judge is quick. */
  room(takesAhead: boolean): number {
    if (this.#isAlone) return 0
    const ahead = takesAhead && this.isQuick ? Math.ceil(aheadForEach * this.#atOnce()) : 0
    return Math.max(0, this.#slots + ahead - this.#ahead.size)
  }

  /** True if a judge answered a moment ago, so that a job taken ahead begins soon. */
  get isQuick(): boolean {
    return performance.now() - this.#judgedAt < quickInMs
  }

  get #slots(): number {
    const judging = this.#running.size - this.#judged.size
    return Math.min(this.#atOnce() - judging, inHandForEach * this.#atOnce() - this.#running.size)
  }

  /** Begins the job when there is a slot for it. @param work Must never reject. */
  begin(job: Job, work: () => Promise<void>): void {
    // This process was silent for so long that its own job came back; it is still in progress.
    if (this.#running.has(job.id) || this.#ahead.has(job.id)) return
    this.#ahead.set(job.id, { job, begin: () => this.#begin(job, work) })
    this.#fillSlots()
    this.#onChange()
  }

  /** Drops the jobs that were taken ahead, for other workers. */
  dropAhead(): Job[] {
    const jobs = [...this.#ahead.values()].map(({ job }) => job)
    this.#ahead.clear()
    return jobs
  }

  #fillSlots(): void {
    for (const [id, { begin }] of this.#ahead) {
      if (this.#slots <= 0) return
      this.#ahead.delete(id)
      begin()
    }
  }

  #begin(job: Job, work: () => Promise<void>): void {
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
        this.#fillSlots()
        this.#onChange()
      }),
    )
  }

  /** Frees the slot of a job whose judge is done. */
  judged({ id }: Pick<Job, 'id'>): void {
    if (!this.#running.has(id)) return
    this.#judged.add(id)
    this.#judgedAt = performance.now()
    this.#fillSlots()
    this.#onChange()
  }

  async ended(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async close(): Promise<void> {
    await this.#watchdog?.close()
  }
}
