import { availableParallelism } from 'node:os'
import type { EncoderPackages } from './packages.ts'
import { EncoderThread, type Job } from './thread.ts'

/** Only on Linux do the threads give way to whatever else the process does. */
const coresKept = process.platform === 'linux' ? 0 : 1

/** Each thread holds the weights of the model once more, in up to 240 MB. */
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - coresKept))

/** To load the model again takes as long as to encode so many sentences. */
const worthAThread = 16

/** How long a thread beyond the first is kept without work. */
const idleInMs = 10_000

/** Encodes texts, each as one job, on one thread, and on more where many wait. */
export class EncoderThreads {
  readonly #packages: EncoderPackages
  readonly #most: number
  readonly #threads = new Set<EncoderThread>()
  readonly #queue: Job[] = []

  /** @param most How many threads there may be, 1 or more. Default: one a core, four at most, and one core is kept free
   *   elsewhere than on Linux. */
  constructor(packages: EncoderPackages, most = mostThreads) {
    this.#packages = packages
    this.#most = most
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
