import type { JobEngine } from '../engine/job-engine.ts'
import type { ScoringQueue } from '../queue/scoring-queue.ts'

/** A worker's connection to its queue: when it last answered, and one message when it stops answering. */
export class Contact {
  lastReached: Date | undefined
  readonly #queue: ScoringQueue
  readonly #onTrouble: (error: unknown) => void
  readonly #onRelief: () => void
  #isTroubled = false

  constructor(queue: ScoringQueue, onTrouble: (error: unknown) => void, onRelief: () => void) {
    this.#queue = queue
    this.#onTrouble = onTrouble
    this.#onRelief = onRelief
  }

  reached(): void {
    this.lastReached = new Date()
    if (this.#isTroubled) this.#onRelief()
    this.#isTroubled = false
  }

  /** Reports a problem once, until the queue is reached again. */
  trouble(error: unknown): void {
    if (this.#isTroubled) return
    this.#isTroubled = true
    this.#onTrouble(error)
  }

  /** Runs work that can wait for the next time if the queue is unreachable. */
  async try(work: (engine: JobEngine) => Promise<unknown>): Promise<void> {
    try {
      await work(await this.#queue.engine())
      this.reached()
    } catch (error) {
      this.trouble(error)
    }
  }

  /** Runs the work at intervals, but never twice at a time, however long it takes. */
  every(intervalInMs: number, work: (engine: JobEngine) => Promise<unknown>): NodeJS.Timeout {
    let isAtIt = false
    return setInterval(async () => {
      if (isAtIt) return
      isAtIt = true
      await this.try(work)
      isAtIt = false
    }, intervalInMs)
  }
}
