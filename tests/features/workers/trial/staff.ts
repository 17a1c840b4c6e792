import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type Environment, Process } from '../worker-processes.ts'

/** Workers that are started again whoever ends them, as by a service manager. */
export class Staff {
  readonly #workers: Process[]
  readonly #environments: readonly Environment[]
  readonly #keeping: Promise<void>
  #isOver = false
  #said = ''
  /** Workers that ended of themselves, so of what they had in work. */
  deaths = 0
  kills = 0

  constructor(environments: readonly Environment[]) {
    this.#environments = environments
    this.#workers = environments.map((environment) => this.#hire(environment))
    this.#keeping = this.#keep()
    onTestFinished(() => {
      this.#isOver = true
    })
  }

  get output(): string {
    return this.#said + this.#workers.map(({ output }) => output).join('\n')
  }

  async killOne(which: number): Promise<void> {
    const place = which % this.#workers.length
    if (this.#workers[place]?.isAlive !== true) return
    this.kills += 1
    this.deaths -= 1
    await this.#workers[place]?.kill()
  }

  async stop(): Promise<(number | null)[]> {
    this.#isOver = true
    await this.#keeping
    for (const { child } of this.#workers) child.kill('SIGTERM')
    return Promise.all(this.#workers.map((worker) => worker.ended()))
  }

  async #keep(): Promise<void> {
    while (!this.#isOver) {
      for (const [place, worker] of this.#workers.entries()) {
        if (worker.isAlive || this.#isOver) continue
        this.deaths += 1
        this.#said += worker.output
        this.#workers[place] = this.#hire(this.#environments[place] as Environment)
      }
      await delay(100)
    }
  }

  #hire(environment: Environment): Process {
    // A heap that a scorer fills within seconds.
    const own = { ...environment, NODE_OPTIONS: '--max-old-space-size=400', STUCK_AFTER_MS: '5000' }
    return new Process(['worker', '--concurrency', '10'], own)
  }
}
