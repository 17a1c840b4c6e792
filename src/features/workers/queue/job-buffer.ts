import pRetry from 'p-retry'
import { orAborted, pause } from '../../../shared/abort.ts'
import { describeError } from '../../../shared/describe-error.ts'
import type { NewJob } from '../engine/jobs.ts'

export interface BufferOptions {
  /** The most jobs that may wait here; further ones are dropped. */
  readonly atMost: number
  readonly put: (jobs: readonly NewJob[]) => Promise<unknown>
  readonly onDropped: () => void
  /** Called when the store becomes unreachable; `onRelief` when it is back. */
  readonly onTrouble: (error: unknown) => void
  readonly onRelief: () => void
}

const batchSize = 20
const quietInMs = 200
const patience = {
  retries: Number.POSITIVE_INFINITY,
  minTimeout: 500,
  maxTimeout: 15_000,
  randomize: true,
  unref: true,
  shouldRetry: () => true,
}

/**
 * Holds jobs until the process is idle, so that scores never delay an answer. While the store is away, jobs wait here
 * for its return.
 */
export class JobBuffer {
  readonly #options: BufferOptions
  /** Jobs are made when they are written, so that serialising them does not delay an answer. */
  readonly #waiting: (() => NewJob)[] = []
  #made: NewJob[] = []
  /** Start of the time in which the store has accepted none of the waiting jobs. */
  #waitingSince: number | undefined
  #put = 0
  #working: Promise<void> | undefined
  #given = 0
  #dropped = 0
  #isClosed = false
  readonly #stopped = new AbortController()

  constructor(options: BufferOptions) {
    this.#options = options
  }

  /** Counts since the process began. */
  get counts() {
    return { given: this.#given, put: this.#put, dropped: this.#dropped }
  }

  /** Least time that the first waiting job has waited, in milliseconds. */
  get oldestInMs(): number {
    return this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince
  }

  get size(): number {
    return this.#waiting.length + this.#made.length
  }

  /** Settles when the store has accepted all waiting jobs. */
  async settled(): Promise<void> {
    await this.#working
  }

  /** @returns True if there was room for it. */
  add(make: () => NewJob): boolean {
    this.#given += 1
    if (this.#isClosed || this.size >= this.#options.atMost) {
      this.#dropped += 1
      this.#options.onDropped()
      return false
    }
    this.#waitingSince ??= performance.now()
    this.#waiting.push(make)
    this.#working ??= this.#work()
    return true
  }

  /** Settles when no job has come for a moment, or the signal aborts. */
  async isQuiet(signal: AbortSignal): Promise<void> {
    for (let seen = -1; seen !== this.#given && !signal.aborted; ) {
      seen = this.#given
      await pause(quietInMs, signal)
    }
  }

  /** Stops accepting jobs, and writes those that wait. Jobs left when the signal aborts count as dropped. */
  async close(signal: AbortSignal): Promise<void> {
    this.#isClosed = true
    // A store that is away may block even a single attempt for long.
    await orAborted(this.#working ?? Promise.resolve(), signal).catch(() => undefined)
    this.#stopped.abort()
    for (let left = this.size; left > 0; left -= 1) {
      this.#dropped += 1
      this.#options.onDropped()
    }
    this.#waiting.length = 0
    this.#made = []
  }

  async #work(): Promise<void> {
    const { onTrouble, onRelief } = this.#options
    const { signal } = this.#stopped
    while (this.size > 0 && !signal.aborted) {
      // Let everything else run first: answers have priority.
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#made.length === 0) this.#made = this.#waiting.splice(0, batchSize).map((make) => make())
      let troubled = false
      const onFailedAttempt = ({ error }: { readonly error: unknown }) => {
        if (!troubled) onTrouble(error)
        troubled = true
      }
      const put = () =>
        this.#options.put(this.#made).catch((cause: unknown) => {
          // Wraps every error, because p-retry would not retry a TypeError.
          throw new Error(describeError(cause), { cause })
        })
      await pRetry(put, { ...patience, signal, onFailedAttempt }).then(
        () => {
          this.#put += this.#made.length
          this.#made = []
          this.#waitingSince = this.#waiting.length === 0 ? undefined : performance.now()
          if (troubled) onRelief()
        },
        // Only the signal ends it; `close` counts the jobs that are left.
        () => undefined,
      )
    }
    // Reset here, not when the promise settles: a job arriving in between would wait for the next one.
    this.#working = undefined
  }
}
