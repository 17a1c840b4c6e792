import type { EncoderPackages } from './packages.ts'
import { EncoderThread, type Job } from './thread.ts'

/** To load the model again takes as long as to encode so many sentences. */
const worthAThread = 16

/** How long a thread beyond the first is kept without work. */
const idleInMs = 10_000

/** Encodes texts, each as one job, on one thread, and on more where many wait. */
export class EncoderThreads {
  readonly #packages: EncoderPackages
  #most: number
  readonly #threads = new Set<EncoderThread>()
  readonly #queue: Job[] = []

  /** @param most How many threads there may be, 1 or more, each with the weights of the model once more: 160 MB. Default 1. */
  constructor(packages: EncoderPackages, most = 1) {
    this.#packages = packages
    this.#most = most
  }

  /** More threads than before may be started. */
  allow(most: number): void {
    this.#most = Math.max(this.#most, most)
  }

  /** @throws Error where a thread fails or ends; threads that ended are replaced at the next call. */
  encode(text: string): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ text, resolve, reject })
      const free = [...this.#threads].find(({ isFree }) => isFree)
      if (free) this.#next(free)
      else if (this.#threads.size < this.#most && this.#queue.length > worthAThread * this.#threads.size)
        this.#next(this.#start())
    })
  }

  #start(): EncoderThread {
    const thread = new EncoderThread(
      this.#packages,
      (free) => this.#next(free),
      (ended, error) => this.#end(ended, error),
    )
    this.#threads.add(thread)
    return thread
  }

  #next(thread: EncoderThread): void {
    const job = this.#queue.shift()
    if (job) thread.run(job)
    else setTimeout(() => this.#retire(thread), idleInMs).unref()
  }

  #retire(thread: EncoderThread): void {
    if (!thread.isFree || this.#threads.size === 1 || !this.#threads.delete(thread)) return
    thread.stop()
  }

  #end(thread: EncoderThread, error: Error): void {
    // One that was retired takes nobody's work with it.
    if (!this.#threads.delete(thread)) return
    for (const { reject } of this.#queue.splice(0)) reject(error)
  }
}
