import type { Worker as Thread } from 'node:worker_threads'
import { Worker } from 'node:worker_threads'

const beatInMs = 500
/** The room for the name of a job in work; the end of a longer one is not said. */
const placeInBytes = 256

/** What runs in the thread: it has nothing but its data, and its text alone is used. */
function watch(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads')
  const { writeSync } = process.getBuiltinModule('node:fs')
  const { beats, places, placeInBytes, beatInMs, limitInMs } = workerData as {
    beats: Int32Array
    places: SharedArrayBuffer
    placeInBytes: number
    beatInMs: number
    limitInMs: number
  }
  let seen = -1
  // In beats of its own and not by the clock: a machine that sleeps stops both.
  let silentFor = 0
  setInterval(() => {
    const now = Atomics.load(beats, 0)
    silentFor = now === seen ? silentFor + beatInMs : 0
    seen = now
    if (silentFor < limitInMs) return
    const inWork: string[] = []
    for (let from = 0; from < places.byteLength; from += placeInBytes) {
      const [job = ''] = Buffer.from(places, from, placeInBytes).toString().split('\0')
      if (job !== '') inWork.push(job)
    }
    const what = `the worker was blocked for ${limitInMs / 1000} s with these jobs in work`
    writeSync(2, `${what}: ${inWork.join(', ') || 'none'}. It stops, and they are tried again alone.\n`)
    process.kill(process.pid, 'SIGKILL')
  }, beatInMs)
}

/**
 * Ends the process when its event loop has stood still for too long, as in an endless loop of a scorer: it could not even
 * say that it lives, and would take the next worker with it. What it had in work is tried again alone.
 */
export class Watchdog {
  readonly #thread: Thread
  readonly #beat: NodeJS.Timeout
  /** Shared with the thread, since a message for each job would cost more than all else here. */
  readonly #places: Buffer
  readonly #free: number[]
  readonly #placeOf = new Map<string, number>()

  /** @param atOnce How many jobs may be in work. */
  constructor(limitInMs: number, atOnce: number) {
    const places = new SharedArrayBuffer(atOnce * placeInBytes)
    this.#places = Buffer.from(places)
    this.#free = Array.from({ length: atOnce }, (_, place) => place * placeInBytes)
    const beats = new Int32Array(new SharedArrayBuffer(4))
    this.#beat = setInterval(() => Atomics.add(beats, 0, 1), beatInMs)
    this.#beat.unref()
    const workerData = { beats, places, placeInBytes, beatInMs, limitInMs }
    this.#thread = new Worker(`(${watch})()`, { eval: true, execArgv: [], workerData })
    this.#thread.unref()
  }

  begins({ id, group }: { readonly id: string; readonly group: string }): void {
    const place = this.#free.pop()
    if (place === undefined) throw new RangeError('the watchdog has no room for another job')
    this.#placeOf.set(id, place)
    this.#places.fill(0, place, place + placeInBytes).write(`${id} (${group})`, place, placeInBytes)
  }

  ends(id: string): void {
    const place = this.#placeOf.get(id)
    if (place === undefined) return
    this.#placeOf.delete(id)
    this.#places[place] = 0
    this.#free.push(place)
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    await this.#thread.terminate()
  }
}
