import { Worker } from 'node:worker_threads'
import type { EncoderPackages } from './packages.ts'

/** Loading the model once more takes as long as encoding this many sentences. */
const worthAThread = 16

/** How long a thread beyond the first is kept idle. */
const idleInMs = 10_000

/** Encodes texts, each as one job, on one thread, and on more if many wait. */
export class EncoderThreads {
  readonly #packages: EncoderPackages
  #most: number
  readonly #threads = new Set<EncoderThread>()
  readonly #queue: Job[] = []

  /** @param most Maximum number of threads, 1 or more; each has its own weights, 160 MB. Default 1. */
  constructor(packages: EncoderPackages, most = 1) {
    this.#packages = packages
    this.#most = most
  }

  allow(most: number): void {
    this.#most = Math.max(this.#most, most)
  }

  /** @throws Error if a thread fails or ends; the next call replaces threads that ended. */
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
    // A retired thread must not reject jobs of others.
    if (!this.#threads.delete(thread)) return
    for (const { reject } of this.#queue.splice(0)) reject(error)
  }
}

/** A text whose vector a caller waits for. */
interface Job {
  readonly text: string
  resolve(vector: Float32Array): void
  reject(error: Error): void
}

interface Reply {
  readonly vector?: Float32Array
  readonly error?: string
}

/**
 * The source of the worker. A string and not a file, because bundlers move files: only the packages are
 * looked up, on the main thread. It runs as CommonJS or as a module, whichever Node chooses.
 */
const workerSource = `
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  // Answers go before scores. Elsewhere than on Linux this would slow down the whole process, not this thread.
  if (process.platform === 'linux') process.getBuiltinModule('node:os').setPriority(19)
  const load = async () => {
    const { createEmbedder } = await import(workerData.engine)
    const { default: model } = await import(workerData.model)
    return createEmbedder({ model })
  }
  let loading
  let collected = false
  parentPort.on('message', async (text) => {
    try {
      const embedder = await (loading ??= load())
      // A text a call: in larger calls the package would start threads of its own, at the priority of answers.
      const isFirst = !collected
      const [vector] = await embedder.embed([text])
      // The files of the model, read to be copied into the engine, are 90 MB that V8 sees no hurry to give back.
      // Other engines have no such function.
      if (isFirst && process.versions.v8 && !process.versions.bun) {
        process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
        process.getBuiltinModule('node:vm').runInNewContext('typeof gc === "function" ? gc : undefined')?.()
      }
      collected = true
      if (!vector.every(Number.isFinite)) throw new Error('a vector has numbers that are not finite')
      parentPort.postMessage({ vector: Float32Array.from(vector) })
    } catch (error) {
      parentPort.postMessage({ error: String(error?.message ?? error) })
    }
  })
`

/** One thread with its copy of the model. Keeps the process alive only while it works. */
class EncoderThread {
  readonly #worker: Worker
  readonly #onFree: (thread: EncoderThread) => void
  readonly #onEnd: (thread: EncoderThread, error: Error) => void
  #job: Job | undefined

  /**
   * @param onFree Called when it has finished its job and can take another.
   * @param onEnd Called when it has ended, with its job rejected, and can take no more.
   */
  constructor(
    packages: EncoderPackages,
    onFree: (thread: EncoderThread) => void,
    onEnd: (thread: EncoderThread, error: Error) => void,
  ) {
    this.#onFree = onFree
    this.#onEnd = onEnd
    this.#worker = new Worker(workerSource, { eval: true, execArgv: [], workerData: packages })
    this.#worker.unref()
    this.#worker.on('message', (reply: Reply) => this.#settle(reply))
    this.#worker.on('error', (cause) =>
      this.#end(new Error(`the sentence encoder crashed: ${cause}`, { cause })),
    )
    this.#worker.on('exit', (code) => this.#end(new Error(`the sentence encoder stopped with code ${code}`)))
  }

  get isFree(): boolean {
    return this.#job === undefined
  }

  /** Runs a job; the thread must be free. */
  run(job: Job): void {
    this.#job = job
    this.#worker.ref()
    this.#worker.postMessage(job.text)
  }

  stop(): void {
    void this.#worker.terminate()
  }

  #takeJob(): Job | undefined {
    const job = this.#job
    this.#job = undefined
    this.#worker.unref()
    return job
  }

  #settle({ vector, error }: Reply): void {
    const job = this.#takeJob()
    if (vector) job?.resolve(vector)
    else job?.reject(new Error(`the sentence encoder failed: ${error}`))
    this.#onFree(this)
  }

  #end(error: Error): void {
    this.#takeJob()?.reject(error)
    this.#onEnd(this, error)
  }
}
