import { Worker } from 'node:worker_threads'
import type { EncoderPackages } from './packages.ts'

/** A text that somebody waits for the vector of. */
export interface Job {
  readonly text: string
  resolve(vector: Float32Array): void
  reject(error: Error): void
}

interface Reply {
  readonly vector?: Float32Array
  readonly error?: string
}

/**
 * A string and not a file, because bundlers move files: only the packages are looked up, on the main thread. It runs
 * as CommonJS or as a module, whichever Node makes of it.
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
      if (isFirst) {
        collected = true
        process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
        process.getBuiltinModule('node:vm').runInNewContext('gc')()
      }
      if (!vector.every(Number.isFinite)) throw new Error('a vector has numbers that are not finite')
      parentPort.postMessage({ vector: Float32Array.from(vector) })
    } catch (error) {
      parentPort.postMessage({ error: String(error?.message ?? error) })
    }
  })
`

/** One thread with the model in it. Holds the process open only while it works. */
export class EncoderThread {
  readonly #worker: Worker
  readonly #onFree: (thread: EncoderThread) => void
  readonly #onEnd: (thread: EncoderThread, error: Error) => void
  #job: Job | undefined

  /**
   * @param onFree It has done its job and can be given another.
   * @param onEnd It has ended, with its job rejected, and can be given none any more.
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

  /** Only for a thread that is free. */
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
