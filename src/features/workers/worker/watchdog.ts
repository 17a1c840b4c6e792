import type { Worker as Thread } from 'node:worker_threads'
import { Worker } from 'node:worker_threads'

const beatInMs = 500
/** Bytes for the name of a job in progress; longer names are cut. */
const placeInBytes = 256

/** The code of the thread. Only its text is used, so it can access nothing but its data. */
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
  // Counts its own beats instead of the clock: a sleeping machine stops both.
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
 * Kills the process if its event loop is blocked for too long, as by an endless loop in a scorer: it could not send
 * heartbeats, and would take the next worker with it. The jobs in progress are retried alone.
 */
export class Watchdog {
  readonly #thread: Thread
  readonly #beat: NodeJS.Timeout
  /** Shared memory, because a message per job would cost more than everything else here. */
  readonly #places: Buffer
  readonly #free: number[]
  readonly #placeById = new Map<string, number>()

  /** @param atOnce The most jobs in progress. */
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
    this.#placeById.set(id, place)
    this.#places.fill(0, place, place + placeInBytes).write(`${id} (${group})`, place, placeInBytes)
  }

  ends(id: string): void {
    const place = this.#placeById.get(id)
    if (place === undefined) return
    this.#placeById.delete(id)
    this.#places[place] = 0
    this.#free.push(place)
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    await this.#thread.terminate()
  }
}
