import { LRUCache } from 'lru-cache'
import { orAborted } from '../../shared/abort.ts'
import { type EncoderPackages, findEncoderPackages } from './encoding/packages.ts'
import { EncoderThreads } from './encoding/threads.ts'

/** Turns texts into vectors of 384 numbers and length 1, one per text, in the order of the texts. */
export interface Encoder {
  /**
   * @returns The same numbers to the last digit, whatever else is encoded before or together with a text.
   * @throws Error if the encoder fails; the reason of the signal as soon as it aborts.
   */
  encode(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
}

/** Windows per batch: the most that keep running after an abort, or that another request waits for. */
const atOnce = 32

/** Number of cached vectors, 1.5 KB each: a question is in every batch, and answers repeat. */
const mostKnown = 4_096

class RememberingEncoder implements Encoder {
  readonly #threads: EncoderThreads
  /** Promises, so that a window that is already being encoded is only waited for. */
  readonly #known = new LRUCache<string, Promise<Float32Array>>({ max: mostKnown })

  constructor(packages: EncoderPackages) {
    this.#threads = new EncoderThreads(packages)
  }

  allow(threads: number): void {
    this.#threads.allow(threads)
  }

  async encode(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const windowsOfTexts = texts.map(splitForEncoder)
    const windows = [...new Set(windowsOfTexts.flat())]
    const vectors = new Map<string, Float32Array>()
    for (let start = 0; start < windows.length; start += atOnce) {
      signal?.throwIfAborted()
      const some = windows.slice(start, start + atOnce)
      const encoded = await orAborted(Promise.all(some.map((window) => this.#encodeWindow(window))), signal)
      for (const [index, window] of some.entries()) vectors.set(window, encoded[index] as Float32Array)
    }
    return windowsOfTexts.map((each) =>
      combine(
        each,
        each.map((window) => vectors.get(window) as Float32Array),
      ),
    )
  }

  #encodeWindow(window: string): Promise<Float32Array> {
    const known = this.#known.get(window)
    if (known) return known
    const vector = this.#threads.encode(window)
    this.#known.set(window, vector)
    vector.catch(() => this.#known.delete(window))
    return vector
  }
}

let shared: RememberingEncoder | null | undefined

/**
 * Returns the encoder of this process, loaded at its first request, or undefined if it is not installed.
 *
 * @param threads The number of threads that it may use at least. Default 1.
 */
export function sharedEncoder(threads = 1): Encoder | undefined {
  if (shared === undefined) {
    const packages = findEncoderPackages()
    shared = packages ? new RememberingEncoder(packages) : null
  }
  shared?.allow(threads)
  return shared ?? undefined
}

/** Returns the cosine of two vectors, -1 to 1 apart from rounding. */
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
  return product / Math.sqrt(squaresOfA * squaresOfB)
}

/**
 * The model reads 256 word pieces, including two markers of its own, and a piece takes at least one character
 * of the text in decomposed form (NFD), which the model reads. So it always reads all of such a window.
 */
const longestWindow = 254

/** Splits a text into windows that the model reads completely, at spaces if possible. At least one. */
export function splitForEncoder(text: string): string[] {
  const decomposed = text.normalize('NFD').trim()
  const windows = decomposed.match(windowPattern)?.filter((window) => window.trim() !== '') ?? []
  return windows.length === 0 ? [''] : windows
}

const windowPattern = new RegExp(`.{1,${longestWindow}}(?!\\S)|.{1,${longestWindow}}`, 'gsu')

/** Returns one vector for a text: the length-weighted mean of its windows', normalised to length 1. */
export function combine(windows: readonly string[], vectors: readonly Float32Array[]): Float32Array {
  const [first, ...others] = vectors
  if (first === undefined) throw new TypeError('a text has no window')
  if (others.length === 0) return first
  const sum = new Float64Array(first.length)
  for (const [index, vector] of vectors.entries()) {
    const { length } = windows[index] as string
    for (const [place, value] of vector.entries()) sum[place] = (sum[place] as number) + length * value
  }
  const norm = Math.hypot(...sum)
  return Float32Array.from(sum, (value) => value / norm)
}
