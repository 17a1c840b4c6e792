import { setTimeout as delay } from 'node:timers/promises'
import pRetry from 'p-retry'
import { orAborted } from '../../shared/abort.ts'
import { messageOf } from '../../shared/message-of.ts'
import type { NewJob } from './engine/jobs.ts'
import type { GivenAnswers } from './engine/servers.ts'

export interface BufferOptions {
  /** Jobs that may wait here; what comes beyond that is dropped. */
  readonly atMost: number
  readonly put: (jobs: readonly NewJob[]) => Promise<unknown>
  readonly onDropped: () => void
  /** Told when the store cannot be reached, and again when it can. */
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
 * Where jobs wait for the moment in which nobody else does: an answer that was given is never held up by its scores.
 * While the store is away they wait for its return.
 */
export class JobBuffer {
  readonly #options: BufferOptions
  /** Jobs are made when they are put: what it takes to write them as JSON is not taken from the answer. */
  readonly #waiting: (() => NewJob)[] = []
  #made: NewJob[] = []
  /** Since when the store has taken nothing of what waits. */
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

  /** What was to be put, was put and was dropped since the process began. */
  get counts(): GivenAnswers {
    return { given: this.#given, put: this.#put, dropped: this.#dropped }
  }

  /** How long the first of what waits has waited, in milliseconds, at least. */
  get oldestInMs(): number {
    return this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince
  }

  get size(): number {
    return this.#waiting.length + this.#made.length
  }

  /** Settles when the store has taken what waits. */
  async settled(): Promise<void> {
    await this.#working
  }

  /** @returns Whether there was room for it. */
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
      await delay(quietInMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Takes no more, and puts what is here. What is left when the signal aborts counts as dropped. */
  async close(signal: AbortSignal): Promise<void> {
    this.#isClosed = true
    // A store that is away may keep even one try for long.
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
      // After whatever else is to be done: answers come first.
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#made.length === 0) this.#made = this.#waiting.splice(0, batchSize).map((make) => make())
      let troubled = false
      const onFailedAttempt = ({ error }: { readonly error: unknown }) => {
        if (!troubled) onTrouble(error)
        troubled = true
      }
      const put = () =>
        this.#options.put(this.#made).catch((cause: unknown) => {
          // Whatever it was: a TypeError would not be tried again.
          throw new Error(messageOf(cause), { cause })
        })
      await pRetry(put, { ...patience, signal, onFailedAttempt }).then(
        () => {
          this.#put += this.#made.length
          this.#made = []
          this.#waitingSince = this.#waiting.length === 0 ? undefined : performance.now()
          if (troubled) onRelief()
        },
        // Only the signal ends it: what is left is counted by `close`.
        () => undefined,
      )
    }
    // Here and not when the promise is settled: a job that comes in between would wait for the next one.
    this.#working = undefined
  }
}
