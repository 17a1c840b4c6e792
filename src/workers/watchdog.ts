import type { Worker as Thread } from 'node:worker_threads'
import { Worker } from 'node:worker_threads'

const beatInMs = 500

/** What runs in the thread: it has nothing but its data, and its text alone is used. */
function watch(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { writeSync } = process.getBuiltinModule('node:fs')
  const { beats, beatInMs, limitInMs } = workerData as {
    beats: Int32Array
    beatInMs: number
    limitInMs: number
  }
  const jobs = new Map<string, string>()
  parentPort?.on('message', ({ id, group }: { id: string; group?: string }) => {
    if (group === undefined) jobs.delete(id)
    else jobs.set(id, group)
  })
  let seen = -1
  // In beats of its own and not by the clock: a machine that sleeps stops both.
  let silentFor = 0
  setInterval(() => {
    const now = Atomics.load(beats, 0)
    silentFor = now === seen ? silentFor + beatInMs : 0
    seen = now
    if (silentFor < limitInMs) return
    const inWork = [...jobs].map(([id, group]) => `${id} (${group})`).join(', ')
    const what = `the worker did nothing else for ${limitInMs / 1000} s while it had these jobs in work`
    writeSync(2, `${what}, and ends: ${inWork || 'none'}. They are tried again alone.\n`)
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

  constructor(limitInMs: number) {
    const beats = new Int32Array(new SharedArrayBuffer(4))
    this.#beat = setInterval(() => Atomics.add(beats, 0, 1), beatInMs)
    this.#beat.unref()
    const workerData = { beats, beatInMs, limitInMs }
    this.#thread = new Worker(`(${watch})()`, { eval: true, execArgv: [], workerData })
    this.#thread.unref()
  }

  begins({ id, group }: { readonly id: string; readonly group: string }): void {
    this.#thread.postMessage({ id, group })
  }

  ends(id: string): void {
    this.#thread.postMessage({ id })
  }

  async close(): Promise<void> {
    clearInterval(this.#beat)
    await this.#thread.terminate()
  }
}
