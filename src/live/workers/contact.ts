import type { JobEngine } from './engine/job-engine.ts'
import type { ScoringQueue } from './scoring-queue.ts'

/** A worker's line to its queue: when it last answered, and what is said when it does not. */
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

  /** Said once, until the queue was reached again. */
  trouble(error: unknown): void {
    if (this.#isTroubled) return
    this.#isTroubled = true
    this.#onTrouble(error)
  }

  /** Work that is done another time where the queue cannot be reached now. */
  async try(work: (engine: JobEngine) => Promise<unknown>): Promise<void> {
    try {
      await work(await this.#queue.engine())
      this.reached()
    } catch (error) {
      this.trouble(error)
    }
  }

  /** One after the other, however long they take. */
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
